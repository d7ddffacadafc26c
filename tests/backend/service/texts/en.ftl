# The texts of the service's pages: docs/guides/languages.md. English is the reference: every other language has the
# same messages with the same variables. Values are put in by the pages, which escape them. No message has HTML.
#
# $app is the name of an app, $host the host or the scheme that a button leads to, $handle a user's handle with its @.

## Every page

nav-label = Your account
confirm-button = To confirm, press “{ $button }” once more.
nav-profile = Profile
nav-tracks = Your tracks
nav-connected-apps = Connected apps
nav-apps = Your apps
nav-access-servers = Access servers
sign-out = Sign out
sign-in = Sign in
create-account = Create an account
verified-title = Verified
verified = verified
app-calls-itself = It calls itself “{ $app }”. This name is not verified.
back-to-app = Back to { $app }
link-leads-to = This app is not verified. The link leads to { $host }.

## Sign in, sign up

sign-in-to-continue = to continue to { $app }
sign-in-lead = with your music account
sign-in-new = New here?
sign-up-lead = for your music
sign-up-have = Have an account?
sign-up-button = Create account
handle = Handle
handle-rule = You sign in with it, and others find you by it. It is public and cannot be changed.
name = Name
name-rule = Everyone can see it. You can change it later.
password = Password
password-forgotten = Forgot it?
# A button in a password field. It is followed by the name of the field, in English in lower case.
password-show = Show
password-hide = Hide
password-rule = At least 8 characters. Several words are best.
password-stays = Your password stays here.
password-stays-from-app = The app never sees it.

sign-in-mismatch = That handle and password do not match. Check both and try again.
sign-in-incomplete = Enter your handle and your password.
sign-in-no-space = The service cannot sign anyone in at the moment, because it has no space left. Try again later.
sign-up-no-space = The service cannot create accounts at the moment, because it has no space left. Try again later.
too-many-attempts = Too many attempts. Wait { $minutes ->
        [1] a minute
       *[other] { $minutes } minutes
    } and try again.
too-many-sign-ups = Too many sign-ups from your network. Wait { $minutes ->
        [1] a minute
       *[other] { $minutes } minutes
    } and try again.
handle-characters = A handle is 1 to 30 letters (a–z), digits, “_”, “-” or “.”, and begins with a letter or a digit.
handle-reserved = { $handle } is reserved for the service. Choose another handle.
handle-taken = The handle { $handle } is taken. Choose another one.
name-empty = Enter a name.
name-too-long = A name has at most 50 characters.
name-characters = The name has invisible characters, or some that change its direction. Leave them out.
password-form = A password has at least 8 characters and at most 1,024 bytes, without tabs and other control characters.
password-common = This is one of the most common passwords, which attackers try first. Choose another one.

## Consent

consent-continue = Continue to { $app }?
consent-allow = Allow { $app }?
consent-wants = { $app } would like to use your account
consent-known = You have allowed this app before, at { $host }.
consent-another-account = Use another account
consent-not-you = Not you?
consent-scopes = What it can do
# Followed by the list of permissions.
consent-lets = This lets { $app }:
consent-writes = It can do this while you are away, until you remove it. It cannot change your password, and never sees it.
consent-reads = It cannot change your tracks, your library or your account, and never sees your password.
consent-opens-app = Both buttons open the app at { $host }.
consent-leads-to = Both buttons lead to { $host }.
consent-not-reviewed = This service has not reviewed the app, and its developer chose the name.
consent-know-address = Continue only if you know this address.
consent-deny = Don't allow
consent-cancel = Cancel
consent-approve = Allow
consent-continue-as = Continue as { $handle }
consent-signed-in = You are signed in
consent-nothing-shared = Nothing was shared
consent-close = You can close this window.
consent-needs-script = Allowing needs JavaScript, which prevents other pages from tricking you into it.

# Each follows "This lets the app:" or "It can:".
scope-profile = see your profile: name, handle and picture
scope-library = see the tracks in your library
scope-own-tracks = see your own tracks and uploads, hidden ones too, and how often your tracks are played
scope-play = play the tracks that you may hear, tell their access servers who you are, and accept invitations there
scope-upload = upload tracks in your name, and delete uploads that no track uses
scope-change = change all your tracks, not only those it added: title, text, genre and artwork
scope-gate = gate all your tracks, and make gated ones public for everyone
scope-hide = hide all your tracks
scope-delete = delete the tracks that it added, for good
scope-access = decide at access servers who may hear your tracks
scope-save = add tracks to your library and remove them

## After a login

response-reason = { $app } receives the reason. If it does not open, use the button.
response-opens = The app at { $host } opens.

end-session-question = Sign out of your account?
end-session-still = You are still signed in here, so the next sign-in to an app in this browser needs no password.
end-session-stay = Stay signed in
end-session-leads-back = Both buttons lead back to { $app } at { $host }.
end-session-own-tab = To return to an app, use its own tab or window.
end-session-done-title = Signed out
end-session-done = You are signed out
end-session-no-user = No user is signed in to this service in this browser.
end-session-again = Sign in again

## Home

home-title = Music accounts
home-heading = Sign in to apps with your music account
home-lead = This is a { $service } service. It keeps the accounts, and asks you before an app may use yours. Apps never see your password.
home-account = Profile, password, tracks, and the apps that can act for you
home-sign-up = A handle, a name and a password
home-developers = For developers
home-register = Register an app that users sign in to
home-api = HTTP API
home-openapi = The OpenAPI document of this service
home-contact = Questions? Ask { $link }.

## Connected apps

connected-removed = The app is removed. It can no longer act for you, and must ask before it can again.
connected-none = No app can act for you. Each app must ask you first.
connected-no-more = There are no more apps.
connected-lead = These apps can act for you. If you remove one, it is signed out at once.
connected-can = It can:
connected-since = Allowed since
connected-last-active = Last active
connected-never = never
connected-status = Status
connected-signed-in = signed in
connected-server = signed out, but its server can still act for you
connected-signed-out = signed out
connected-remove = Remove
connected-more = More apps
connected-first = First apps

## Your account

account-heading = Your account
account-name-rule = Everyone can see it. Your handle, { $handle }, does not change.
account-save-name = Save name
account-picture = Picture
account-picture-rule = A PNG or JPEG file of at most 5 MB. It is cropped to a square, and its location and date are removed.
account-save-picture = Save picture
account-remove-picture = Remove picture
account-current-password = Current password
account-new-password = New password
account-new-password-rule = At least 8 characters. You are signed out of all other browsers.
account-sign-out-apps = Sign out of all apps as well
account-change-password = Change password
account-everywhere = Sign out everywhere
account-everywhere-what = Signs you out of all browsers, including this one, and of all apps. Apps stay connected. You can remove them under { $link }.
account-everywhere-servers = The servers of apps can no longer act for me either, until I sign in to the app again
account-delete-heading = Delete your account
account-delete-what = After a week, your profile, tracks, library, uploads and developer apps are deleted for good, and your handle is never given to another user. Until then you can take it back by signing in. Meanwhile you are signed out, your tracks are hidden, and no app acts for you.
# $link is a link with the text of account-download-link.
account-download = { $link } first: profile, tracks with audio, library.
account-download-link = Download your data
account-delete = Delete my account
account-delete-button = Delete in a week
account-name-changed = Your name is changed.
account-picture-changed = Your picture is changed.
account-picture-removed = Your picture is removed.
account-password-changed = Your password is changed. You are signed out of all other browsers.
account-password-wrong = The password is wrong. Try again.

picture-none = Choose a picture first: a PNG or JPEG file.
picture-too-large = The picture is larger than 5 MB. Choose a smaller one.
picture-too-many-pixels = The picture has too many pixels. Choose a smaller one.
picture-format = The file is not a PNG or JPEG picture. Choose another one.
picture-damaged = The file is damaged. Choose another picture.
picture-too-many = Too many pictures. Wait { $minutes ->
        [1] a minute
       *[other] { $minutes } minutes
    } and try again.
picture-busy = The service is processing many pictures. Try again in a moment.
picture-storage-full = The service has no space for pictures. Try again later.

## Deletion

deletion-title = Your account will be deleted
deletion-heading = { $handle } will be deleted
deletion-on = On { $date }, with all tracks, the library and developer apps. Until then you are signed out, no app acts for you, and your tracks are hidden.
deletion-keep = Keep my account
deletion-keep-what = Your tracks are then listed again. You stay signed out of all browsers and apps: sign in again where you want to.
# $link is a link with the text of deletion-sign-in-link.
deletion-sign-in = To keep the account, { $link } before that day.
deletion-sign-in-link = sign in

## Reset the password

reset-title = Set a new password
reset-lead = You are then signed out everywhere, and sign in with it.
reset-needs-link = You need a link for this. Ask { $link } for one: it is valid for 30 minutes. Open it, or enter its code here.
reset-needs-operator = You need a link for this. Ask the operator of this service for one: it is valid for 30 minutes. Open it, or enter its code here.
reset-code = Code
reset-code-rule = The part of your link after the #.
reset-button = Set password
reset-back = Back to sign-in
reset-link-invalid = This link is used, too old or incomplete. Ask for another one.

## Your tracks

tracks-deleted = The track is deleted.
tracks-none = You have no tracks. Apps can upload them if you allow it.
tracks-no-more = There are no more tracks.
tracks-lead = You change them in apps. Only here can you delete any of them: an app deletes only tracks that it added, and hides others.
tracks-hidden = Hidden: only you see it
tracks-public = Public
tracks-gated = Gated: access servers decide who may hear it
tracks-share = Share
share-link = Link to its page
share-code = Code that plays it in a web page
share-copy = Copy
share-copied = Copied
share-selected = Selected: copy it with your keyboard
tracks-delete = Delete
tracks-delete-what = It can no longer be played, and cannot be restored.
tracks-delete-button = Delete for good
tracks-older = Older tracks
tracks-newest = Newest tracks

## A track's page, and its player in a page of another site

track-duration = Duration:
track-play = Play
track-gated = The owner decides who may hear this track.
track-sites = It plays on:
track-checking = Checking whether you may hear it…
track-needs-script = To play this track, allow JavaScript.
track-elsewhere = This track cannot be played here. Listen on the site or in the app where its owner offers it.
track-failed = The track cannot be played at the moment. Try again later.
track-closed-country = This track cannot be played in your country.
track-closed-country-unknown = Your country cannot be determined, and the track plays in some countries only.
track-closed-group = This track is for the members of a group.
# $time is a date with a time, in the language of the page.
track-closed-opens = This track opens on { $time }.
track-closed-over = This track can no longer be played.
track-closed-paid = This track is for those who have bought it.
track-closed-sign-in = To listen, sign in on the site or in the app where its owner offers it.
track-closed-site = This track cannot be played on this site.
track-closed-verified = This track is for verified accounts.
track-closed-other = You cannot hear this track.
track-buy = Buy it at { $host }
track-join = Ask to join at { $host }
embed-open = Open on { $service }
embed-nowhere = No site can embed this track: its rule allows none, or its access server has not said which.
embed-missing = This track does not exist

## Errors

broken-link = This sign-in link does not work
broken-link-text = Nothing was shared. Close this page, and tell the developer of the app.
stale-form = Try that again
stale-form-text = The form expired, was sent before, or belongs to another sign-in. Nothing was changed. Start again, and allow cookies for this page.
stale-form-button = Start again
no-form = Nothing was done
no-form-text = The request was not sent by a form of this page. Go back and try again.
no-decision = Nothing was decided
no-decision-text = The form has no decision. Go back and choose again.
rate-limited = One moment, please
rate-limited-text = You or your network have sent too many requests. Wait a few seconds and try again.
rate-limited-button = Try again
export-running-text = Another download of yours is running, or too many are. Try again in a few minutes.
too-many-apps = Too many apps are connected
too-many-apps-text = Your account has as many sign-ins as it can have. Remove apps that you no longer use, then sign in again.
no-space = No new sign-ins at the moment
no-space-text = The service has no space left for sign-ins. Apps that are signed in keep working. Try again later.
sign-up-closed = Sign-up is closed
sign-up-closed-text = Only the operator of this service can create accounts. Ask them for one.
internal = Something went wrong
internal-text = Nothing was shared. Wait a moment and try again.
not-found = Page not found
not-found-text = The address is wrong, or the page was removed.
no-app = App not found
no-app-text = The app was deleted, or it belongs to another account.

## Times

# $month is a number from 1 to 12, $time is in hours and minutes.
date-time = { $day } { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    } { $year }, { $time } UTC
just-now = just now
minutes-ago = { $count ->
        [1] 1 minute ago
       *[other] { $count } minutes ago
    }
hours-ago = { $count ->
        [1] 1 hour ago
       *[other] { $count } hours ago
    }
days-ago = { $count ->
        [1] 1 day ago
       *[other] { $count } days ago
    }
