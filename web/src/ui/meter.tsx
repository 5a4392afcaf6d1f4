interface MeterProps {
  label: string;
  /** Shown beside the label, such as `12 of 100`. */
  text: string;
  value: number;
  max: number;
  /** The done part of work: being full is no warning. */
  isProgress?: boolean;
}

/** The used part of a limit, or the done part of work. */
export function Meter({ label, text, value, max, isProgress = false }: MeterProps) {
  const share = max === 0 ? 0 : Math.min(1, value / max);
  const level = isProgress ? '' : share >= 0.95 ? 'full' : share >= 0.8 ? 'high' : '';
  return (
    <div class="meter">
      <p>
        <span>{label}</span> <span class="meter-text">{text}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers let no style sheet change how theirs looks */}
      <div
        class={`meter-bar ${level}`}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
      >
        {share > 0 && <span style={{ width: `${share * 100}%` }} />}
      </div>
    </div>
  );
}
