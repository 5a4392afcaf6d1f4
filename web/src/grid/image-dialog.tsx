import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { humanSize } from '../../../src/core/human-size.ts';
import { api } from '../api/api.ts';
import { humanCount, humanTime } from '../human.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { explain } from '../texts/errors.ts';
import { library } from '../texts/library.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

interface ImageDialogProps {
  image: ImageInfo;
  onChange(image: ImageInfo): void;
  onDelete(): void;
  onClose(): void;
}

/** One image with its links and metadata. The user can rename it. */
export function ImageDialog({ image, onChange, onDelete, onClose }: ImageDialogProps) {
  const { links, filename } = image;
  return (
    <Dialog title={filename} onClose={onClose}>
      <a class="dialog-picture" href={links.view_page} target="_blank" rel="noopener">
        <img src={links.thumbnail} alt={library.details.open} />
      </a>
      <RenameForm image={image} onChange={onChange} />
      <div class="stack">
        {LINK_FORMATS.map(({ name, label }) => (
          <CopyField key={name} label={label} text={links[name]} />
        ))}
      </div>
      <Facts image={image} />
      <div class="choices end">
        <Button kind="danger" onClick={onDelete}>
          {library.deleteAction}
        </Button>
        <a class="button" href={links.view_page} target="_blank" rel="noopener">
          {library.details.open}
        </a>
      </div>
    </Dialog>
  );
}

function RenameForm({ image, onChange }: Pick<ImageDialogProps, 'image' | 'onChange'>) {
  const [name, setName] = useState(image.filename);
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const rename = async () => {
    setBusy(true);
    setErrorMessage(undefined);
    try {
      onChange(await api.patch<ImageInfo>(`/image/${image.id}`, { filename: name }));
      toast(library.details.renamed);
    } catch (error) {
      setErrorMessage(explain(error));
    }
    setBusy(false);
  };
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void rename();
      }}
    >
      <TextField
        label={library.details.filename}
        value={name}
        maxLength={255}
        required
        error={errorMessage}
        autocomplete="off"
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button kind="quiet" submit busy={busy}>
        {library.details.rename}
      </Button>
    </form>
  );
}

function Facts({ image }: { image: ImageInfo }) {
  const words = library.details;
  const facts: [string, string][] = [
    [words.format, image.format],
    [words.sides, words.pixels(image.width, image.height)],
    [words.size, humanSize(image.size)],
    [words.uploaded, humanTime(image.uploaded_at)],
    [words.expires, image.expires_at === null ? words.never : humanTime(image.expires_at)],
    [words.album, image.album?.name ?? words.none],
    [words.views, humanCount(image.views)],
    ...(image.metadata_removed.length === 0
      ? []
      : [[words.removed, image.metadata_removed.join(', ').replaceAll('_', ' ')] as [string, string]]),
  ];
  return (
    <dl class="fact-list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
