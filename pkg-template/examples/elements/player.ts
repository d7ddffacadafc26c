/** Plays several tracks one after the other, in one player. */
export function playAll(player: HTMLElementTagNameMap["stagepass-player"], trackIds: number[]): void {
  const rest = [...trackIds];
  const next = () => {
    const id = rest.shift();
    if (id === undefined) return;
    player.setAttribute("track", String(id));
    void player.play();
  };
  player.audio.addEventListener("ended", next);
  next();
}
