/** Unix milliseconds as `YYYY-MM-DDTHH:MM:SSZ` (ISO 8601, UTC, whole seconds). */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
