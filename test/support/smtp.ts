import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An SMTP server on loopback that keeps all mails in memory. */
export interface MailServer extends AsyncDisposable {
  /** For IMGD_SMTP_URL. */
  url: string;
  mails: { from: string; to: string[]; text: string }[];
  /** The number of mails begun, including refused ones. */
  begun(): number;
  /** While true, the server refuses every mail temporarily. */
  refuse: boolean;
}

/** Starts an SMTP server. With a password, it requires authentication. */
export async function startMailServer(password?: string): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  let begun = 0;
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: (auth, _session, done) =>
      done(auth.password === password ? null : new Error('no such user'), { user: auth.username }),
    onMailFrom(_address, _session, done) {
      begun++;
      done(state.refuse ? new Error('come back later') : null);
    },
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: content });
        done();
      }, done);
    },
  });
  // A client that disconnects must not fail the test.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const credentials = password === undefined ? '' : `imgd:${password}@`;
  return Object.defineProperty(
    {
      url: `smtp://${credentials}127.0.0.1:${port}`,
      mails,
      begun: () => begun,
      refuse: false,
      [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
    },
    'refuse',
    {
      get: () => state.refuse,
      set(value: boolean) {
        state.refuse = value;
      },
    },
  );
}
