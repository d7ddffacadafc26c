// Counts what a page holds on to: listeners, channels, timers, WebAssembly's memory.

{
  const listeners = new Map();
  const channels = new Set();
  const timers = new Set();
  const memories = new Set();

  // A listener is who listens (target), to what (type), with what (callback), and whether first (capture).
  const listening = (target) => {
    if (!listeners.has(target)) listeners.set(target, new Map());
    return listeners.get(target);
  };
  const ids = new WeakMap();
  let callbacks = 0;
  const id = (callback) => {
    if (!ids.has(callback)) ids.set(callback, callbacks++);
    return ids.get(callback);
  };
  const keyOf = (type, callback, options) =>
    `${type} ${id(callback)} ${!!(typeof options === "object" ? options?.capture : options)}`;

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, callback, options) {
    const target = this ?? globalThis;
    addEventListener.call(target, type, callback, options);
    if (!callback || options?.signal?.aborted) return;
    const key = keyOf(type, callback, options);
    const own = listening(target);
    own.set(key, type);
    const gone = () => own.delete(key);
    if (options?.once) addEventListener.call(target, type, gone, { once: true, capture: !!options.capture });
    if (options?.signal) addEventListener.call(options.signal, "abort", gone, { once: true });
  };
  EventTarget.prototype.removeEventListener = function (type, callback, options) {
    const target = this ?? globalThis;
    removeEventListener.call(target, type, callback, options);
    if (callback) listening(target).delete(keyOf(type, callback, options));
  };

  const Channel = BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name) {
      super(name);
      channels.add(this);
    }

    close() {
      super.close();
      channels.delete(this);
      // It gets no more messages.
      listeners.delete(this);
    }
  };

  for (const [set, clear, isOver] of [
    ["setTimeout", "clearTimeout", true],
    ["setInterval", "clearInterval", false],
  ]) {
    const { [set]: begin, [clear]: end } = globalThis;
    globalThis[set] = (work, time, ...given) => {
      // WebKit's driver has one of its own for each script that it runs here.
      if (`${work}`.includes("script timed out")) return begin(work, time, ...given);
      const timer = begin(
        (...values) => {
          if (isOver) timers.delete(timer);
          return work(...values);
        },
        time,
        ...given,
      );
      timers.add(timer);
      return timer;
    };
    globalThis[clear] = (timer) => {
      timers.delete(timer);
      end(timer);
    };
  }

  const seen = (instance) => {
    for (const value of Object.values(instance.exports)) if (value instanceof WebAssembly.Memory) memories.add(value);
    return instance;
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const make = globalThis.WebAssembly?.[name];
    if (!make) continue;
    WebAssembly[name] = async (...given) => {
      const made = await make.apply(WebAssembly, given);
      seen(made.instance ?? made);
      return made;
    };
  }

  const of = (targets, holds) => {
    let count = 0;
    for (const [target, own] of targets) if (holds(target)) count += own.size;
    return count;
  };

  /** How much of each there is. */
  globalThis.countResources = () => ({
    window: of(listeners, (target) => target === window),
    document: of(listeners, (target) => target instanceof Node),
    signals: of(listeners, (target) => target instanceof AbortSignal),
    others: of(
      listeners,
      (target) => target !== window && !(target instanceof Node) && !(target instanceof AbortSignal),
    ),
    channels: channels.size,
    timers: timers.size,
    pages: [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength / 65536, 0),
  });
}
