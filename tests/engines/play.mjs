// Plays one input on a page, to the end of all its calls.

/** More events than any login that comes to an end needs. */
const EVENTS = 400;

/**
 * Plays `input`, and returns what happened.
 *
 * @param {import("./engine.mjs").Page} page
 * @returns {Promise<{ transcript: string[], endings: Ending[] }>} all that the core did, and how each call ended
 *
 * @typedef {{ call: string, how: "gave" | "failed" | "threw", value?: unknown }} Ending
 */
export const play = async (page, input) => {
  const { world } = page;
  world.begin(input);
  const endings = [];
  const underWay = [];
  // A trap in a promise's callback has no other handler, and a test runner would report it as a failure.
  const others = process.listeners("unhandledRejection");
  const onRejection = (thrown) => {
    if (!page.isDead()) world.note("unhandled", thrown);
  };
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", onRejection);
  try {
    for (const step of input.steps) {
      // An instance that has trapped is never called again.
      if (page.isDead()) break;
      const call = begin(page, step, endings);
      underWay.push(call);
      await everythingThatCan();
      if (!step.overlap) await passing(page, underWay);
    }
    await passing(page, underWay);
    for (const call of underWay) call.signal?.fire();
    await everythingThatCan();
  } finally {
    process.off("unhandledRejection", onRejection);
    for (const other of others) process.on("unhandledRejection", other);
  }
  return { transcript: world.transcript(), endings };
};

/** Makes a call of the core. */
const begin = ({ world, core }, step, endings) => {
  const call = { over: false, signal: step.signal ? world.newSignal() : undefined };
  const end = (how, value) => {
    call.over = true;
    world.note(`${step.call} ${how}`, value);
    endings.push({ call: step.call, how, value });
  };
  for (const event of step.events ?? []) world.plan(event, call.signal ?? world.newSignal());
  const values = step.values.map((value) => world.value(value, call.signal));
  world.note(`call ${step.call}`);
  try {
    core[step.call](...values).then(
      (value) => end("gave", value),
      (thrown) => end("failed", thrown),
    );
  } catch (thrown) {
    end("threw", thrown);
  }
  return call;
};

/** Lets time pass until the calls are over, or nothing more can happen. */
const passing = async (page, calls) => {
  for (let events = 0; calls.some((call) => !call.over) && !page.isDead(); events++) {
    if (events === EVENTS || !page.world.step()) {
      page.world.note("nothing more");
      return;
    }
    await everythingThatCan();
  }
};

/** Until every promise that can be settled is. */
const everythingThatCan = () => new Promise((resolve) => setImmediate(resolve));
