//! Cores with a fault, which the model must find.

use stagepass_core::document::Json;
use stagepass_core::effect::{Effect, Machine, Step};
use stagepass_core::error::{Code, Error};
use stagepass_core_tests::effect::Outcome;

use crate::core::{self, Core, FlowOutput};

/// A core that uses every lock without waiting for it.
pub(crate) fn without_locks(core: Core) -> Core {
    Box::new(WithoutLocks(core))
}

/// A core that deletes the session when the network fails.
pub(crate) fn without_patience(core: Core) -> Core {
    Box::new(WithoutPatience { core, failure: None })
}

struct WithoutLocks(Core);

impl Machine<Json> for WithoutLocks {
    type Output = FlowOutput;

    fn step(&mut self, outcome: Outcome) -> Result<Step<FlowOutput>, Error> {
        match self.0.step(outcome) {
            Ok(Step::Do(Effect::Lock { .. })) => self.step(Outcome::Done),
            step => step,
        }
    }
}

struct WithoutPatience {
    core: Core,
    failure: Option<Error>,
}

impl Machine<Json> for WithoutPatience {
    type Output = FlowOutput;

    fn step(&mut self, outcome: Outcome) -> Result<Step<FlowOutput>, Error> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        match self.core.step(outcome) {
            Err(failure) if failure.code == Code::Network => {
                self.failure = Some(failure);
                Ok(Step::Do(core::discard()))
            }
            step => step,
        }
    }
}
