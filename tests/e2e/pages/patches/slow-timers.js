// Timers of a page on a computer that is 20 times as fast: a story can then tell what happens before a short timeout.

{
  const { setTimeout } = window;
  window.setTimeout = (work, milliseconds, ...values) => setTimeout(work, milliseconds * 20, ...values);
}
