import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSmtpMailer, mailSettings } from '../../../src/mail/smtp.ts';

/** A mail server on loopback that offers AUTH, but no STARTTLS. @returns its port, and the lines that it receives */
async function startSink(t: TestContext): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}).setEncoding('utf8');
    socket.write('220 sink\r\n');
    let isData = false;
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').filter((one) => one !== '')) {
        lines.push(line);
        if (isData && line !== '.') continue;
        isData = /^DATA/i.test(line);
        if (/^EHLO/i.test(line)) socket.write('250-sink\r\n250 AUTH PLAIN LOGIN\r\n');
        else if (/^AUTH/i.test(line)) socket.write('235 ok\r\n');
        else if (/^STARTTLS/i.test(line)) socket.write('502 unknown\r\n');
        else socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  t.after(() => server.close());
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, lines };
}

const MAIL = { to: 'a@example.com', subject: 'Reset', text: 'https://images.example/reset#imgdr_secret' };

/** Not a loopback address by its form, although connections to it stay on this machine. */
const ELSEWHERE = '0.0.0.0';

test('a server without STARTTLS gets neither the password nor a mail', async (t) => {
  for (const address of [`${ELSEWHERE}:PORT`, '127.0.0.1:PORT/?tls=required']) {
    const { port, lines } = await startSink(t);
    const send = createSmtpMailer(
      `smtp://user:TOPSECRET@${address.replace('PORT', String(port))}`,
      () => 'imgd@example.com',
    );
    await assert.rejects(send(MAIL));
    assert.ok(lines.some((line) => line.startsWith('EHLO')));
    assert.deepEqual(
      lines.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/.test(line)),
      [],
    );
  }
});

test('a server on this machine, or one with tls=optional, gets mails without TLS', async (t) => {
  for (const address of ['127.0.0.1:PORT', 'localhost:PORT', `${ELSEWHERE}:PORT?tls=optional`]) {
    const { port, lines } = await startSink(t);
    await createSmtpMailer(
      `smtp://user:TOPSECRET@${address.replace('PORT', String(port))}`,
      () => 'imgd@example.com',
    )(MAIL);
    assert.ok(lines.some((line) => line.startsWith('AUTH')) && lines.includes(MAIL.text), address);
  }
});

test('the address of a mail server has no other parameters', () => {
  const { parse } = mailSettings.smtpUrl;
  for (const url of ['smtp://x:25?tls=optional', 'smtp://x?tls=required', 'smtps://u:p@x'])
    assert.equal(parse(url), url);
  for (const url of ['smtp://x?tls=no', 'smtp://x?ignoreTLS=true', 'smtp://x?tls=optional&debug=1']) {
    assert.throws(() => parse(url));
  }
});
