//! The lines of the comparison.

use std::future::Future;
use std::pin::Pin;

use stagepass_e2e_tests::setting::Isolation;

use crate::client::{Choice, Client};
use crate::stage::Stage;
use crate::verdict::Verdict;
use crate::{answers, popup, windows};

type Story = fn(Stage) -> Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// A behaviour, and how it is judged.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) isolation: Isolation,
    pub(crate) callback_path: Option<&'static str>,
    /// Whether it is about popups.
    pub(crate) needs_popup: bool,
    /// The option that a client may use if it fails by default.
    pub(crate) choice: fn(Client) -> Option<Choice>,
    pub(crate) story: Story,
}

impl Line {
    fn new(name: &'static str, story: Story) -> Self {
        Self { name, isolation: Isolation::None, callback_path: None, needs_popup: true, choice: |_| None, story }
    }

    fn isolated(self, isolation: Isolation) -> Self {
        Self { isolation, ..self }
    }

    fn or_with(self, choice: fn(Client) -> Option<Choice>) -> Self {
        Self { choice, ..self }
    }

    fn by_page(self) -> Self {
        Self { needs_popup: false, ..self }
    }

    fn at(self, callback_path: &'static str) -> Self {
        Self { callback_path: Some(callback_path), ..self }
    }
}

macro_rules! line {
    ($name:literal, $story:path) => {
        Line::new($name, |stage| Box::pin($story(stage)))
    };
}

/// All lines, in their order in the document.
pub(crate) fn all() -> Vec<Line> {
    let closing = Client::to_notice_closing;
    let mut lines = vec![
        line!("popup: signed in, the popup closed, one token request", popup::signs_in),
        line!("popup blocked: an error that code can tell from others", popup::reports_that_it_is_blocked),
        line!("popup blocked: the login continues in the page itself", popup::goes_on_in_the_page_where_blocked),
        line!("popup closed at sign-in, at once: settles within 3 s, not before", popup::is_closed_at_once)
            .or_with(closing),
        line!("popup closed at consent: settles within 3 s, not before", popup::is_closed_at_consent).or_with(closing),
        line!(
            "popup closed after approval, its answer on the way: settles within 3 s, not before",
            popup::is_closed_after_approval
        )
        .or_with(closing),
        line!("a second click while a popup is open: signed in, no popup left", popup::signs_in_by_the_second_click)
            .or_with(Client::to_begin_again),
    ];
    lines.extend(under_isolation());
    lines.extend(of_answers());
    lines.extend(of_windows());
    lines
}

fn under_isolation() -> Vec<Line> {
    use Isolation::{App, Both, Service};
    let closing = Client::to_notice_closing;
    vec![
        line!("COOP on the app, approved after 5 s: signed in", popup::signs_in_after_a_while).isolated(App),
        line!("COOP on the service, approved after 5 s: signed in", popup::signs_in_after_a_while).isolated(Service),
        line!("COOP on both, approved after 5 s: signed in", popup::signs_in_after_a_while).isolated(Both),
        line!("COOP on the app, popup closed: settles within 3 s, not before", popup::is_closed_at_consent)
            .isolated(App)
            .or_with(closing),
        line!("COOP on the service, popup closed: settles within 3 s, not before", popup::is_closed_at_consent)
            .isolated(Service)
            .or_with(closing),
        line!("COOP on both, popup closed: settles within 3 s, not before", popup::is_closed_at_consent)
            .isolated(Both)
            .or_with(closing),
        line!(
            "COOP on the service, set up so that a closed popup is noticed: signed in",
            popup::signs_in_though_closing_is_noticed
        )
        .isolated(Service),
        line!(
            "COOP on the service, the user looks at the app before approving: signed in",
            popup::signs_in_who_has_been_back
        )
        .isolated(Service),
    ]
}

fn of_answers() -> Vec<Line> {
    let lines = vec![
        line!("full page, answer in the query: signed in", answers::comes_in_the_query),
        line!("full page, answer in the fragment: signed in", answers::comes_in_the_fragment),
        line!("an answer with another state: no token request", answers::has_another_state),
        line!("an answer without state: no token request", answers::has_no_state),
        line!("an answer with two states: no token request", answers::has_two_states),
        line!("the true answer after a forged one: signed in", answers::is_survived),
        line!("another library's `?code=&state=`: left alone, without an error", answers::is_of_another_library),
        line!(
            "the callback handled twice at once (StrictMode): signed in, no error",
            answers::is_handled_twice_at_once
        )
        .at("/spa.html"),
        line!("refused, full page: the callback page does not loop", answers::is_a_refusal_on_the_page),
        line!("the answer's address opened again: no token request, address clean", answers::is_opened_again),
        line!("the back button after signing in: no token request, address clean", answers::is_behind_the_back_button),
        line!("the callback page from a bookmark: nothing happens", answers::is_not_there),
        line!("the code is not in the address bar", answers::is_not_in_the_address_bar),
        line!("the code is not in the next page's referrer", answers::is_not_in_the_next_referrer),
        line!("the code is in no same-origin `Referer`", answers::is_in_no_request).or_with(Client::to_have_a_fragment),
    ];
    let refused = line!("refused, popup: `access_denied`", answers::is_a_refusal_in_the_popup);
    lines.into_iter().map(Line::by_page).chain([refused]).collect()
}

fn of_windows() -> Vec<Line> {
    vec![
        line!("a forged message of another origin: ignored", windows::hears_another_origin),
        line!("a forged message of another window with the right state: ignored", windows::hears_another_window),
        line!("the app is reloaded while its popup is open: signed in", windows::is_reloaded),
        line!("the app is closed while its popup is open: signed in when it is opened again", windows::is_closed),
        line!("the app's thread is stuck for 5 s: signed in, one token request", windows::is_stuck),
        line!("two tabs at once: both signed in", windows::are_two_tabs),
        line!("the app in a frame of another site: signed in", windows::is_in_a_frame).or_with(Client::to_post_unseen),
    ]
}
