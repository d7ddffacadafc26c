// The clock of this computer, which somebody sets: in milliseconds, in localStorage, for all tabs at once.

{
  const { getItem } = Storage.prototype;
  const kept = localStorage;
  const real = Date;
  const now = () => real.now() + Number(getItem.call(kept, "clock"));
  globalThis.Date = class extends real {
    constructor(...given) {
      if (given.length) super(...given);
      else super(now());
    }

    static now() {
      return now();
    }
  };
}
