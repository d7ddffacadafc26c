//! Runs one schedule, or many from one seed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::{self, Display, Formatter};
use std::io::{Write as _, stderr};
use std::ops::Range;
use std::thread::{self, available_parallelism};

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use stagepass_backend::entropy::{Entropy as _, SeededEntropy};
use stagepass_core_tests::model_service::claims;

use crate::core;
use crate::schedule::{Act, Event, Schedule, schedules};
use crate::simulation::{CoreFault, Simulation, Turn};

/// More turns than any schedule needs to settle: more means an endless loop.
const TURNS: usize = 10_000;

/// The result of a schedule.
#[derive(Debug)]
pub(crate) struct PlayedSchedule {
    pub(crate) violation: Option<String>,
    /// The number of valid families at the end that no page stores.
    pub(crate) left: usize,
    /// The number of writes between another tab's read and write.
    pub(crate) torn: usize,
    /// The number of families that the service has ended by its limit, see the model.
    pub(crate) suspected: usize,
    pub(crate) log: Vec<String>,
}

/// Runs `schedule`, then settles without further faults, and checks the invariants.
pub(crate) fn play(schedule: &Schedule, fault: CoreFault, logs: bool) -> PlayedSchedule {
    let mut simulation = Simulation::new(schedule, fault);
    simulation.log = logs.then(Vec::new);
    for event in &schedule.events {
        simulation.happen(*event);
        if simulation.model.violation.is_some() {
            break;
        }
    }
    if simulation.model.violation.is_none() {
        come_to_rest(&mut simulation);
    }
    PlayedSchedule {
        violation: simulation.model.violation.take(),
        left: simulation.model.left,
        torn: simulation.model.torn,
        suspected: simulation.model.suspected,
        log: simulation.log.take().unwrap_or_default(),
    }
}

/// Ends all faults and flows, and checks that a signed-in user can call.
fn come_to_rest(simulation: &mut Simulation) {
    simulation.happen(Event::Down(false));
    simulation.network.next.set(None);
    settle(simulation);
    for tab in 0..simulation.tabs.len() {
        let (storage, now) = (simulation.storage(tab), simulation.clock.now());
        let stored = simulation.record(tab).and_then(|record| core::session(&record));
        simulation.model.rests(storage, stored.as_ref(), &simulation.network.service.borrow(), now);
    }
    for tab in 0..simulation.tabs.len() {
        let storage = simulation.storage(tab);
        simulation.begin(tab, Act::Call);
        settle(simulation);
        if simulation.model.violation.is_some() {
            return;
        }
        let expected = simulation.model.expected(storage).filter(|login| simulation.is_live(*login));
        let record = simulation.record(tab).and_then(|record| core::session(&record));
        let service = simulation.network.service.borrow();
        let is_in =
            record.is_some_and(|session| service.accepts(session.access_token.expose(), simulation.clock.now()));
        if is_in != expected.is_some() {
            simulation
                .model
                .violated(|| format!("at the end {expected:?} should be signed in, and a call succeeds: {is_in}"));
        }
    }
    let held: BTreeSet<_> = (0..simulation.tabs.len())
        .filter_map(|tab| core::session(&simulation.record(tab)?))
        .map(|session| claims(session.refresh_token.expose()).login)
        .collect();
    let live: Vec<_> = simulation.network.service.borrow().live(simulation.clock.now()).collect();
    simulation.model.families(&live, &held);
}

/// Runs all flows to their ends. When all wait, time passes.
fn settle(simulation: &mut Simulation) {
    for _ in 0..TURNS {
        let mut wakes_at = None;
        let mut has_advanced = false;
        for tab in 0..simulation.tabs.len() {
            if simulation.tabs[tab].flow.is_none() {
                continue;
            }
            let many = simulation.variant.many_processes;
            match if many { simulation.turn(tab) } else { simulation.task(tab) } {
                _ if simulation.model.violation.is_some() => return,
                Turn::Advanced => has_advanced = true,
                Turn::Blocked(until) => wakes_at = Some(wakes_at.map_or(until, |earlier: u64| earlier.min(until))),
                Turn::Idle => {}
            }
        }
        match wakes_at {
            _ if has_advanced => {}
            Some(wakes_at) => simulation.happen(Event::Pass(wakes_at - simulation.clock.uptime())),
            None => return,
        }
    }
    simulation.model.violated(|| "the flows go on for ever".to_owned());
}

/// Many schedules of one seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) seed: u64,
    pub(crate) schedules: u64,
    /// The number of a single schedule to run, if any.
    pub(crate) only: Option<u64>,
}

/// The findings of a run.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) schedules: u64,
    /// The number of valid families at the end that no page stored.
    pub(crate) left: usize,
    /// The number of writes between another tab's read and write.
    pub(crate) torn: usize,
    /// The number of families that the service has ended by its limit, see the model.
    pub(crate) suspected: usize,
    /// The violations by kind: the count, and the first schedule.
    pub(crate) violations: BTreeMap<String, (u64, u64)>,
}

impl Findings {
    /// Returns the first schedule with a violation.
    pub(crate) fn first(&self) -> Option<u64> {
        self.violations.values().map(|(_, first)| *first).min()
    }

    fn and(mut self, other: Self) -> Self {
        self.schedules += other.schedules;
        self.left += other.left;
        self.torn += other.torn;
        self.suspected += other.suspected;
        for (what, (times, first)) in other.violations {
            let known = self.violations.entry(what).or_insert((0, first));
            *known = (known.0 + times, known.1.min(first));
        }
        self
    }
}

impl Display for Findings {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let violations: u64 = self.violations.values().map(|(times, _)| times).sum();
        write!(f, "{} schedules, {violations} violations", self.schedules)?;
        write!(
            f,
            "; {} families left live by a lost request, {} writes torn, {} families ended by the service's 10 s",
            self.left, self.torn, self.suspected
        )?;
        for (what, (times, first)) in &self.violations {
            write!(f, "\n{times} times, first in schedule {first}: {what}")?;
        }
        Ok(())
    }
}

impl Run {
    /// Reads the environment. The default is 10,000 schedules of the seed 1.
    pub(crate) fn from_environment() -> Self {
        Self {
            seed: number("STAGEPASS_TEST_SEED").unwrap_or(1),
            schedules: number("STAGEPASS_TEST_SCHEDULES").unwrap_or(10_000),
            only: number("STAGEPASS_TEST_SCHEDULE"),
        }
    }

    /// Runs all schedules, on all processors. With `until_first`, stops after the first violation.
    pub(crate) fn play(self, fault: CoreFault, until_first: bool) -> Findings {
        let threads = available_parallelism().map_or(1, usize::from);
        let part =
            |first: usize| move || self.play_part(self.numbers().skip(first).step_by(threads), fault, until_first);
        thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
            parts
                .into_iter()
                .map(|part| part.join().expect("no schedule panics"))
                .fold(Findings::default(), Findings::and)
        })
    }

    fn play_part(self, numbers: impl Iterator<Item = u64>, fault: CoreFault, until_first: bool) -> Findings {
        let mut findings = Findings::default();
        for number in numbers {
            let played = play(&self.tree(number).current(), fault, false);
            findings.schedules += 1;
            findings.left += played.left;
            findings.torn += played.torn;
            findings.suspected += played.suspected;
            if let Some(violation) = played.violation {
                findings.violations.entry(kind(&violation)).or_insert((0, number)).0 += 1;
                if until_first {
                    break;
                }
            }
        }
        findings
    }

    /// Shrinks the schedule of this number while it still has the violation, and returns it with its result.
    pub(crate) fn shortest(self, number: u64, fault: CoreFault) -> (Schedule, PlayedSchedule) {
        let mut tree = self.tree(number);
        let mut shortest = tree.current();
        let violates = |schedule: &Schedule| play(schedule, fault, false).violation.map(|violation| kind(&violation));
        let searched = violates(&shortest);
        while tree.simplify() {
            loop {
                let shorter = tree.current();
                if violates(&shorter) == searched {
                    shortest = shorter;
                    break;
                }
                if !tree.complicate() {
                    break;
                }
            }
        }
        let played = play(&shortest, fault, true);
        (shortest, played)
    }

    /// Runs the schedule of this number, and returns the log.
    pub(crate) fn in_full(self, number: u64, fault: CoreFault) -> Vec<String> {
        play(&self.tree(number).current(), fault, true).log
    }

    fn numbers(self) -> Range<u64> {
        self.only.map_or(0..self.schedules, |only| only..only + 1)
    }

    fn tree(self, number: u64) -> impl ValueTree<Value = Schedule> {
        schedules().new_tree(&mut self.runner(number)).expect("a schedule")
    }

    /// Each schedule has its own random numbers, so that it can run alone.
    fn runner(self, number: u64) -> TestRunner {
        let mut seed = [0; 16];
        SeededEntropy::new(self.seed.rotate_left(32) ^ number).fill(&mut seed).expect("a seeded sequence never ends");
        let config = Config { failure_persistence: None, ..Config::default() };
        // Without optimization, proptest's default (ChaCha) takes longer than everything else.
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::XorShift, &seed))
    }
}

/// Returns the kind of a violation: its text without numbers.
fn kind(violation: &str) -> String {
    violation.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Prints `line`, even if the test succeeds.
pub(crate) fn say(line: &str) {
    writeln!(stderr(), "{line}").expect("stderr is open");
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().expect("a number"))
}
