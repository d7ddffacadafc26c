/** An outcome: its kind, a number, and an object with its texts (`src/core/border.rs`). */
export type Outcome = [kind: number, number?: number, value?: { data: unknown }];

/** Effects by their kinds (`src/core/border.rs`). Each returns its outcome, or a promise of it if it takes time. */
export interface Effects {
  [kind: number]: (number: number, a: string, b: string, c: string) => Outcome | Promise<Outcome>;
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
