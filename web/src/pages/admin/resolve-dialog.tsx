import { useState } from 'preact/hooks';
import type { ReportInfo } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { admin } from '../../texts/admin.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

const words = admin.reports;

export type Decision = 'dismiss' | 'takedown' | 'takedown_and_suspend';

interface ResolveDialogProps {
  report: ReportInfo;
  decision: Decision;
  onDone(): void;
  onClose(): void;
}

/** Confirms a decision on a report and asks for a note. */
export function ResolveDialog({ report, decision, onDone, onClose }: ResolveDialogProps) {
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title={words[decision]}
      action={words[decision]}
      danger={decision !== 'dismiss'}
      onClose={onClose}
      onConfirm={async () => {
        const said = note.trim() === '' ? {} : { note: note.trim() };
        await api.post(`/admin/reports/${report.id}/resolve`, { action: decision, ...said });
        toast(words.done);
        onDone();
      }}
    >
      <p>{words.texts[decision]}</p>
      <TextField
        label={words.note}
        optional
        maxLength={1_000}
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
