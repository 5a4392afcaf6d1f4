import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../support/api.ts';
import {
  array,
  bytes,
  type CreationOptions,
  createSoftwarePasskey,
  integer,
  map,
  type SoftwarePasskey,
  type Tampering,
  text,
} from '../support/authenticator.ts';
import { createFakeClock } from '../support/clock.ts';
import { call } from '../support/requests.ts';
import { type Added, factorsOf, newProtected, prove, ticketOf } from '../support/second-factor.ts';
import {
  cookieOf,
  dataOf,
  login,
  newPerson,
  PASSWORD,
  type Person,
  request,
  type SignedIn,
} from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const SITE = 'https://images.example';
const RP_ID = 'images.example';
const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ clock, env: { IMGD_BASE_URL: SITE } });
});
after(() => app[Symbol.asyncDispose]());

const begin = (token: string, password = PASSWORD) =>
  request(app, 'POST', '/account/second-factors/passkey', { body: { password }, token });
const finish = (token: string, body: { ticket: string; passkey: object; name?: string }) =>
  request(app, 'POST', '/account/second-factors/passkey/confirm', { body, token });

interface Begun {
  ticket: string;
  options: CreationOptions & { excludeCredentials: { id: string }[]; attestation: string };
}

/** A person with a passkey. */
interface Holder extends Person {
  token: string;
  passkey: SoftwarePasskey;
  added: Added;
}

async function newHolder(passkey = createSoftwarePasskey(SITE)): Promise<Holder> {
  const person = await newPerson(app);
  const { session } = await dataOf<SignedIn>(login(app, person.email));
  const { ticket, options } = await dataOf<Begun>(begin(session.token));
  const added = await dataOf<Added>(
    finish(session.token, { ticket, passkey: passkey.create(options), name: 'laptop' }),
  );
  return { ...person, token: session.token, passkey, added };
}

interface Step {
  methods: string[];
  passkey: { challenge: string; rpId: string; allowCredentials?: { id: string }[]; userVerification: string } | null;
}

/** The ticket of a new sign-in by password, and the options for its passkeys. */
async function stepOf(email: string): Promise<{ ticket: string; step: Step; options: NonNullable<Step['passkey']> }> {
  const ticket = await ticketOf(login(app, email));
  const step = await dataOf<Step>(request(app, 'POST', '/auth/second-factor/options', { body: { ticket } }));
  return { ticket, step, options: step.passkey ?? assert.fail('no passkey') };
}

const beginAlone = () =>
  dataOf<{ ticket: string; options: NonNullable<Step['passkey']> }>(call(app, 'POST', '/auth/passkey/options'));
const finishAlone = (ticket: string, passkey: object) =>
  request(app, 'POST', '/auth/passkey', { body: { ticket, passkey } });

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
/** A statement of the format `packed` (WebAuthn, section 8.2). */
function attestationBy(key: KeyObject, signed: Buffer, certificate?: Buffer): Buffer {
  const certificates: [Buffer, Buffer][] =
    certificate === undefined ? [] : [[text('x5c'), array([bytes(certificate)])]];
  return map([[text('alg'), integer(-7)], [text('sig'), bytes(sign('sha256', signed, key))], ...certificates]);
}

const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'no openssl';

/** A certificate that an authenticator could have (WebAuthn, section 8.2.1). */
async function newCertificate(): Promise<{ key: KeyObject; certificate: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'imgd-attestation-'));
  const subject = '/C=DE/O=Test/OU=Authenticator Attestation/CN=Test';
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem'];
  const extension = ['-addext', 'basicConstraints=critical,CA:FALSE', '-out', 'certificate.pem'];
  const made = spawnSync('openssl', ['req', '-x509', ...curve, '-subj', subject, ...extension], { cwd: folder });
  assert.equal(made.status, 0, String(made.stderr));
  const [key, certificate] = await Promise.all(
    ['key.pem', 'certificate.pem'].map((name) => readFile(join(folder, name))),
  );
  await rm(folder, { recursive: true });
  return { key: createPrivateKey(key ?? ''), certificate: new X509Certificate(certificate ?? '').raw };
}

/** What no passkey of the site sends, neither new nor in a sign-in. */
const TAMPERED: [name: string, change: Tampering][] = [
  ['another origin', { origin: 'https://images.example.evil' }],
  ['http instead of https', { origin: 'http://images.example' }],
  ['another port', { origin: `${SITE}:8443` }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['another type', { type: 'payment.get' }],
  ['no user present', { present: false }],
  ['another id', { id: 'AAAA' }],
];

describe('registering a passkey', () => {
  it('needs a session and the password, and asks for no attestation', async () => {
    const { email, key } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    await assertRefused(begin(key), 403, 'FORBIDDEN');
    await assertRefused(begin(session.token, 'wrong'), 401, 'INVALID_CREDENTIALS');
    const { options } = await dataOf<Begun>(begin(session.token));
    assert.deepEqual([options.rp.id, options.attestation, options.excludeCredentials], [RP_ID, 'none', []]);
  });

  it('adds it with its name; the next one does not repeat it', async () => {
    const { token, passkey, added } = await newHolder();
    assert.deepEqual([added.second_factor.kind, added.second_factor.name], ['passkey', 'laptop']);
    assert.equal(added.recovery_codes?.length, 10);
    const { ticket, options } = await dataOf<Begun>(begin(token));
    assert.deepEqual(
      options.excludeCredentials.map(({ id }) => id),
      [passkey.id],
    );
    await assertRefused(finish(token, { ticket, passkey: passkey.create(options) }), 409, 'SECOND_FACTOR_EXISTS');
    const another = await dataOf<Added>(
      finish(token, { ticket, passkey: createSoftwarePasskey(SITE).create(options) }),
    );
    assert.deepEqual([another.second_factor.name, another.recovery_codes], ['Passkey', undefined]);
  });

  it('refuses tampered answers', async () => {
    const changes: [string, Tampering][] = [
      ...TAMPERED,
      [
        'a false attestation',
        { attestation: { fmt: 'packed', attStmt: () => attestationBy(otherKey, Buffer.from('x')) } },
      ],
      ['a vendor attestation', { attestation: { fmt: 'apple', attStmt: () => map([]) } }],
      ['an unknown attestation', { attestation: { fmt: 'unknown', attStmt: () => map([]) } }],
    ];
    for (const [name, change] of changes) {
      const { email } = await newPerson(app);
      const { session } = await dataOf<SignedIn>(login(app, email));
      const { ticket, options } = await dataOf<Begun>(begin(session.token));
      const passkey = createSoftwarePasskey(SITE).create(options, change);
      const { param } = await assertRefused(finish(session.token, { ticket, passkey }), 401, 'INVALID_SECOND_FACTOR');
      assert.equal(param, 'passkey', name);
      assert.deepEqual((await factorsOf(app, session.token)).second_factors, []);
    }
  });

  it('refuses content that is not WebAuthn, without a 5xx', async () => {
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const { ticket, options } = await dataOf<Begun>(begin(session.token));
    const valid = createSoftwarePasskey(SITE).create(options) as { response: Record<string, unknown> };
    const broken = [
      '',
      'AA',
      '_____w',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[1,2').toString('base64url'),
    ];
    const deep = Buffer.alloc(9_000, 0x81).toString('base64url');
    for (const attestationObject of [...broken, deep]) {
      const passkey = { ...valid, response: { ...valid.response, attestationObject } };
      await assertRefused(
        finish(session.token, { ticket: (await dataOf<Begun>(begin(session.token))).ticket, passkey }),
        401,
        'INVALID_SECOND_FACTOR',
      );
    }
    for (const passkey of [{}, null, [], { ...valid, id: 'ä' }, { ...valid, response: {} }, { ...valid, type: 'x' }]) {
      await assertRefused(finish(session.token, { ticket, passkey: passkey as object }), 400, 'INVALID_PARAMETER');
    }
  });

  it('refuses a valid attestation certificate: its revocation would be asked at an address in it', {
    skip: NO_OPENSSL,
  }, async () => {
    const { key, certificate } = await newCertificate();
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const { ticket, options } = await dataOf<Begun>(begin(session.token));
    const attStmt = (signed: Buffer) => attestationBy(key, signed, certificate);
    const passkey = createSoftwarePasskey(SITE).create(options, { attestation: { fmt: 'packed', attStmt } });
    await assertRefused(finish(session.token, { ticket, passkey }), 401, 'INVALID_SECOND_FACTOR');
  });

  it('allows ten for an account', async () => {
    const { token } = await newHolder();
    const add = async () => {
      const { ticket, options } = await dataOf<Begun>(begin(token));
      return finish(token, { ticket, passkey: createSoftwarePasskey(SITE).create(options) });
    };
    const late = await dataOf<Begun>(begin(token));
    for (let i = 0; i < 8; i++) assert.equal((await add()).status, 200);
    assert.equal((await factorsOf(app, token)).second_factors.length, 9);
    const last = finish(token, { ticket: late.ticket, passkey: createSoftwarePasskey(SITE).create(late.options) });
    assert.equal((await last).status, 200);
  });
});

describe('signing in by a passkey after the password', () => {
  it('opens a session', async () => {
    const { email, id, passkey } = await newHolder();
    const { ticket, step, options } = await stepOf(email);
    assert.deepEqual(step.methods, ['passkey', 'recovery_code']);
    assert.deepEqual([options.rpId, options.allowCredentials?.map((one) => one.id)], [RP_ID, [passkey.id]]);
    const response = await prove(app, ticket, { passkey: passkey.get(options, { verified: false }) });
    assert.match(cookieOf(response)?.pair ?? '', /imgd_session=imgds_/);
    assert.equal((await dataOf<SignedIn>(response)).account.id, id);
  });

  it('accepts a synchronized passkey, whose counter stays 0', async () => {
    const { email, passkey } = await newHolder(createSoftwarePasskey(SITE, false));
    for (let i = 0; i < 2; i++) {
      const { ticket, options } = await stepOf(email);
      assert.equal((await prove(app, ticket, { passkey: passkey.get(options) })).status, 200);
    }
  });

  it('refuses tampered answers, a signature of another key, and a copied passkey', async () => {
    const changes: [string, Tampering][] = [
      ...TAMPERED,
      ['another key', { key: otherKey }],
      ['a counter that does not move', { counter: 2 }],
      ['a counter that moves back', { counter: 1 }],
    ];
    for (const [name, change] of changes) {
      const { passkey, email } = await newHolder();
      const first = await stepOf(email);
      assert.equal((await prove(app, first.ticket, { passkey: passkey.get(first.options) })).status, 200);
      const { ticket, options } = await stepOf(email);
      const answer = prove(app, ticket, { passkey: passkey.get(options, change) });
      const { param } = await assertRefused(answer, 401, 'INVALID_SECOND_FACTOR');
      assert.equal(param, 'passkey', name);
    }
  });

  it("refuses another account's passkey, and an answer that was used", async () => {
    const [one, two] = [await newHolder(), await newHolder()];
    const first = await stepOf(one.email);
    const foreign = two.passkey.get(first.options);
    await assertRefused(prove(app, first.ticket, { passkey: foreign }), 401, 'INVALID_SECOND_FACTOR');
    const own = one.passkey.get(first.options);
    assert.equal((await prove(app, first.ticket, { passkey: own })).status, 200);
    await assertRefused(prove(app, first.ticket, { passkey: own }), 401, 'INVALID_SECOND_FACTOR');
    const second = await stepOf(one.email);
    await assertRefused(prove(app, second.ticket, { passkey: own }), 401, 'INVALID_SECOND_FACTOR');
    const app_only = await newProtected(app, clock);
    const third = await app_only.ticket();
    await assertRefused(prove(app, third, { passkey: one.passkey.get(second.options) }), 401, 'INVALID_SECOND_FACTOR');
  });
});

describe('signing in by a passkey alone', () => {
  it('opens a session of the account that the passkey names', async () => {
    const { id, passkey } = await newHolder();
    const { ticket, options } = await beginAlone();
    assert.deepEqual([options.allowCredentials, options.userVerification], [undefined, 'required']);
    const response = await finishAlone(ticket, passkey.get(options));
    assert.match(cookieOf(response)?.pair ?? '', /imgd_session=imgds_/);
    assert.equal((await dataOf<SignedIn>(response)).account.id, id);
    await assertRefused(finishAlone(ticket, passkey.get(options)), 401, 'INVALID_SECOND_FACTOR');
  });

  it('needs an authenticator that has verified its user', async () => {
    const { passkey } = await newHolder();
    const { ticket, options } = await beginAlone();
    const unverified = finishAlone(ticket, passkey.get(options, { verified: false }));
    await assertRefused(unverified, 401, 'INVALID_SECOND_FACTOR');
    assert.equal((await finishAlone(ticket, passkey.get(options))).status, 200);
  });

  it('refuses tampered answers, unknown passkeys and the account of somebody else', async () => {
    const { passkey } = await newHolder();
    const other = await newPerson(app);
    const changes: [string, Tampering][] = [
      ...TAMPERED,
      ['another key', { key: otherKey }],
      ['another account', { userHandle: Buffer.from(other.id).toString('base64url') }],
      ['no account', { userHandle: '' }],
    ];
    for (const [name, change] of changes) {
      const { ticket, options } = await beginAlone();
      const { param } = await assertRefused(
        finishAlone(ticket, passkey.get(options, change)),
        401,
        'INVALID_SECOND_FACTOR',
      );
      assert.equal(param, 'passkey', name);
    }
    const { ticket, options } = await beginAlone();
    await assertRefused(finishAlone(ticket, createSoftwarePasskey(SITE).get(options)), 401, 'INVALID_SECOND_FACTOR');
  });

  it('keeps its tickets apart from those of a second step', async () => {
    const { email, passkey } = await newHolder();
    const [alone, step] = [await beginAlone(), await stepOf(email)];
    const mixed = [
      await assertRefused(finishAlone(step.ticket, passkey.get(step.options)), 401, 'INVALID_SECOND_FACTOR'),
      await assertRefused(
        prove(app, alone.ticket, { passkey: passkey.get(alone.options) }),
        401,
        'INVALID_SECOND_FACTOR',
      ),
      await assertRefused(
        request(app, 'POST', '/auth/second-factor/options', { body: { ticket: alone.ticket } }),
        401,
        'INVALID_SECOND_FACTOR',
      ),
    ];
    assert.deepEqual(
      mixed.map(({ param }) => param),
      ['ticket', 'ticket', 'ticket'],
    );
    clock.advance(300_000);
    await assertRefused(finishAlone(alone.ticket, passkey.get(alone.options)), 401, 'INVALID_SECOND_FACTOR');
  });

  it('can be begun sixty times in 15 minutes from an address', async () => {
    await using limited = await startApp({ env: { IMGD_WINDOWS: '{"passkeySignIns":{"address":2}}' } });
    for (let i = 0; i < 2; i++) assert.equal((await call(limited, 'POST', '/auth/passkey/options')).status, 200);
    const { details } = await assertRefused(call(limited, 'POST', '/auth/passkey/options'), 429, 'TOO_MANY_ATTEMPTS');
    assert.equal(details?.limit, 2);
  });
});
