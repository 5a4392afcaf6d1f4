/** Something is being fetched. Shown only after a moment, so that fast answers do not flicker. */
export function Spinner({ label }: { label: string }) {
  return (
    <div class="spinner" role="status">
      <span class="visually-hidden">{label}</span>
    </div>
  );
}
