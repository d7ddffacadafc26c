// Runs before the bundle in Hermes's own program, which has no network and no timers. Responses of the outside world
// are in the record. A call without a response is printed, and the program ends. The driver performs the call, adds its
// response to the record and starts the program again, which repeats the same calls. Plain syntax, for the compiler's
// oldest version.

// Overwritten in the bytecode, where it is found by its beginning.
var record = JSON.parse("@record@%ROOM%".replace(/^@record@/, ""));

var stagepassPhone = (function () {
  var begun = record.now;
  var now = begun;
  var timers = [];
  var pending = [];
  var requestCount = 0;
  var timerIds = 0;

  Date.now = function () {
    return Math.floor(now);
  };
  var dice = 1;
  Math.random = function () {
    dice = (dice * 48271) % 2147483647;
    return dice / 2147483647;
  };

  globalThis.window = globalThis;
  globalThis.setTimeout = function (call, delay) {
    var values = Array.prototype.slice.call(arguments, 2);
    timerIds += 1;
    timers.push({ id: timerIds, at: now + Math.max(0, Number(delay) || 0), call: function () { call.apply(undefined, values); } });
    return timerIds;
  };
  globalThis.clearTimeout = function (id) {
    timers = timers.filter(function (timer) {
      return timer.id !== id;
    });
  };
  globalThis.setInterval = function (call, delay) {
    timerIds += 1;
    var id = timerIds;
    function again() {
      timers.push({ id: id, at: now + Math.max(1, Number(delay) || 0), call: function () { again(); call(); } });
    }
    again();
    return id;
  };
  globalThis.clearInterval = globalThis.clearTimeout;

  // Hermes's own: run when all promises have been.
  var later = setImmediate;

  // In a promise, `quit` only throws, so nothing after it may print.
  var isOver = false;

  function finish(output) {
    if (isOver) return;
    isOver = true;
    print("@@" + JSON.stringify(output));
    quit();
  }

  function earliest(list) {
    return list.reduce(function (first, one) {
      return first === undefined || one.at < first.at ? one : first;
    }, undefined);
  }

  /** All that can happen at this moment has: what is next? */
  function turn() {
    if (isOver) return;
    var wanted = pending.filter(function (act) {
      return act.at === undefined;
    });
    if (wanted.length) {
      return finish({
        now: now,
        wanted: wanted.map(function (act) {
          return { id: act.id, kind: act.kind, what: act.what };
        }),
      });
    }
    var next = earliest(timers.concat(pending));
    if (!next) return finish({ failed: "nothing is under way, and the flow is not at its end" });
    now = Math.max(now, next.at);
    if (next.call) {
      clearTimeout(next.id);
      later(turn);
      return next.call();
    }
    pending.splice(pending.indexOf(next), 1);
    later(turn);
    next.settle();
  }

  later(turn);

  return {
    input: record.input,
    outside: function (kind, what) {
      return new Promise(function (resolve, reject) {
        requestCount += 1;
        var answer = record.answers[requestCount];
        if (answer && answer.of !== kind + " " + what.url) {
          finish({ failed: "it asked for " + kind + " " + what.url + ", and for " + answer.of + " before" });
        }
        pending.push({
          id: requestCount,
          kind: kind,
          what: what,
          at: answer && answer.at,
          settle: function () {
            if (answer.error) reject(new Error(answer.error));
            else resolve(answer.value);
          },
        });
      });
    },
    done: function (output) {
      finish({ done: output });
    },
  };
})();
