const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes for humans: `1.2 MB`. */
export function bytes(count: number): string {
  const power = count < 1000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), UNITS.length - 1);
  const unit = UNITS[power] ?? "byte";
  const unitDisplay = power === 0 ? "long" : "short";
  const format = new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 });
  return format.format(count / 1000 ** power);
}

/** How far something is: `42 %`. It is whole when all of it is there, and not a moment earlier. */
export function percent(part: number, whole: number): string {
  return `${whole ? Math.floor((part / whole) * 100) : 0} %`;
}

/** The remaining time, rounded to what an estimate can promise: `12 s left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3600)} h left`;
}
