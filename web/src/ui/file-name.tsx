/**
 * A file name in which the extension stays at the end, whatever the direction of the name and of the page: `שלום.jpg`.
 */
export function FileName({ name }: { name: string }) {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return (
    <bdi dir="ltr">
      <bdi>{stem}</bdi>
      {extension}
    </bdi>
  );
}
