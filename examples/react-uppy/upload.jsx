import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard, Tus, Uppy } from 'uppy';

const IMGD = 'https://images.example';

// The server of the folder tickets. Large files survive broken connections: Uppy speaks tus.
async function createUppy(target) {
  const { ticket } = await (await fetch('http://localhost:3000/ticket', { method: 'POST' })).json();
  return new Uppy({ restrictions: { allowedFileTypes: ['image/*'], maxNumberOfFiles: 3 } })
    .use(Dashboard, { inline: true, target })
    .use(Tus, {
      endpoint: `${IMGD}/api/v1/uploads`,
      headers: { Authorization: `Bearer ${ticket}` },
      allowedMetaFields: ['name'],
    });
}

function Upload() {
  const place = useRef(null);
  const [links, setLinks] = useState([]);
  useEffect(() => {
    const uppy = createUppy(place.current);
    uppy.then((one) =>
      one.on('upload-success', (_file, { body }) => {
        setLinks((earlier) => [...earlier, body.xhr.getResponseHeader('Image-Url')]);
      }),
    );
    return () => void uppy.then((one) => one.destroy());
  }, []);
  return (
    <>
      <div ref={place} />
      {links.map((link) => (
        <img key={link} src={link} alt="" />
      ))}
    </>
  );
}

createRoot(document.getElementById('app')).render(<Upload />);
