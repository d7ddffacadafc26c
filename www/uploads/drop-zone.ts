/** Accepts files that are dropped on a part of the page. A file that misses it does not replace the page. */
export function acceptDrops(zone: HTMLElement, take: (files: Iterable<File>) => void): void {
  const has = ({ dataTransfer }: DragEvent) => !!dataTransfer?.types.includes("Files");
  const isOver = ({ target }: DragEvent) => target instanceof Node && zone.contains(target);
  const show = (isAimedAt: boolean) => zone.classList.toggle("is-aimed-at", isAimedAt);

  addEventListener("dragover", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    const takes = isOver(event) && zone.checkVisibility();
    if (event.dataTransfer) event.dataTransfer.dropEffect = takes ? "copy" : "none";
    show(takes);
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) show(false);
  });
  addEventListener("drop", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    show(false);
    if (isOver(event)) take(event.dataTransfer?.files ?? []);
  });
}
