/** A loading indicator. It appears after a delay, so that quick responses do not flicker. */
export function Spinner({ label }: { label: string }) {
  return (
    <div class="spinner" role="status">
      <span class="visually-hidden">{label}</span>
    </div>
  );
}
