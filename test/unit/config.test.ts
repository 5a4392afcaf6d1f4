import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { loadConfig, SETTINGS } from '../../src/config.ts';
import { INPUT_FORMATS } from '../../src/core/formats.ts';
import { DEFAULT_PLANS } from '../../src/core/plans.ts';
import { type Setting, SettingsError } from '../../src/lib/env.ts';

const none = () => {
  throw new Error('unexpected read of a file');
};

describe('the configuration', () => {
  it('needs no setting to start', () => {
    const { config, origins, unknown } = loadConfig({}, none);
    assert.deepEqual(
      { ...config.http },
      {
        host: '127.0.0.1',
        port: 8_080,
        serviceProcesses: 1,
        baseUrl: undefined,
        imageHost: undefined,
        socketMode: 0o660,
        startWaitSeconds: 60,
        answerCacheBytes: 268_435_456,
        stopDelaySeconds: 0,
        stopDrainSeconds: 30,
        accelRedirect: undefined,
        urlUploads: 'off',
        urlUploadsAllowPrivate: false,
        redirects: false,
        redirectHosts: [],
        metricsToken: undefined,
        registration: 'open',
        registrationDomains: [],
        waitingDays: 30,
        web: 'on',
        sessionDays: 30,
        sessionIdleDays: 14,
        termsUrl: undefined,
        privacyUrl: undefined,
        contact: undefined,
        serviceWorker: 'on',
        maxConnections: 10_000,
        connectionsPerAddress: 1_000,
        hstsSeconds: 31_536_000,
        doors: ['editors', 'text'],
      },
    );
    assert.equal(config.storage.dataDir, './data');
    assert.deepEqual(config.limits.plans, DEFAULT_PLANS);
    assert.deepEqual(config.limits.trustProxy, [], 'no proxy is trusted');
    assert.equal(config.limits.maxExpiryHours, 87_600);
    assert.equal(config.limits.maxAlbumLength, 255);
    assert.deepEqual(config.imaging.formats, [...INPUT_FORMATS]);
    assert.equal(config.imaging.keepMetadata, false, 'privacy by default');
    assert.equal(config.imaging.processes, availableParallelism());
    assert.equal(config.imaging.timeoutSeconds, 30);
    assert.equal(config.log.level, 'info');
    assert.deepEqual(unknown, []);
    assert.ok(origins.every(({ from }) => from === 'default'));
  });

  it('reports the problems of all modules at once', () => {
    const env = {
      IMGD_PORT: 'x',
      IMGD_BASE_URL: 'example.com',
      IMGD_PLANS: '{"gold":{}}',
      IMGD_TRUST_PROXY: '10.0.0.0/8, proxy.local',
      IMGD_FORMATS: 'PNG,SVG',
      IMGD_LOG_LEVEL: 'loud',
      IMGD_DECODER_ADDRESS_SPACE_KIB: '1000',
    };
    assert.throws(
      () => loadConfig(env, none),
      (error: unknown) => {
        assert.ok(error instanceof SettingsError);
        const names = error.problems.map((problem) => problem.split(':')[0] ?? '');
        assert.deepEqual(names.sort(), Object.keys(env).sort());
        for (const problem of error.problems) assert.ok(error.message.includes(problem));
        return true;
      },
    );
  });

  it('refuses a public address below a path, except that of the API', () => {
    for (const path of ['/pics', '/pics/', '/pics/api/v1']) {
      assert.throws(
        () => loadConfig({ IMGD_BASE_URL: `https://images.example${path}` }, none),
        /IMGD_BASE_URL: must not have a path: imgd needs a host name of its own/,
        path,
      );
    }
    for (const path of ['', '/', '/api/v1', '/api/v1/']) {
      const { config } = loadConfig({ IMGD_BASE_URL: `https://images.example${path}` }, none);
      assert.equal(config.http.baseUrl, 'https://images.example', path);
    }
  });

  it('accepts valid settings', () => {
    const { config } = loadConfig(
      {
        IMGD_PORT: '0',
        IMGD_IMAGE_HOST: 'https://img.example.com/',
        IMGD_PLANS: '{"free":{"maxBulkFiles":null}}',
        IMGD_TRUST_PROXY: '10.0.0.0/8, ::1',
        IMGD_FORMATS: 'png, jpeg',
        IMGD_KEEP_METADATA: 'true',
      },
      none,
    );
    assert.equal(config.http.port, 0);
    assert.equal(config.http.imageHost, 'https://img.example.com');
    assert.equal(config.limits.plans.free.maxBulkFiles, null);
    assert.deepEqual(config.limits.trustProxy, ['10.0.0.0/8', '::1']);
    assert.deepEqual(config.imaging.formats, ['PNG', 'JPEG']);
    assert.equal(config.imaging.keepMetadata, true);
  });

  it('reports unknown variables with the prefix IMGD_', () => {
    const { unknown } = loadConfig({ IMGD_PROT: '1', IMGD_HOST_FILE: '/a', HOME: '/b', IMGD_PORT: '1' }, none);
    assert.deepEqual(unknown.sort(), ['IMGD_HOST_FILE', 'IMGD_PROT']);
  });

  it('knows the old names of settings', () => {
    const { config, unknown } = loadConfig({ IMGD_SCRUB_BYTES_PER_SECOND: '5' }, none);
    assert.equal(config.storage.verifyBytesPerSecond, 5);
    assert.deepEqual(unknown, []);
  });

  it('is frozen', () => {
    const { config } = loadConfig({}, none);
    assert.ok(Object.isFrozen(config) && Object.values(config).every(Object.isFrozen));
  });

  it('has unique names, each with a sentence of documentation', () => {
    const all = Object.values(SETTINGS).flatMap((declared): Setting<unknown>[] => Object.values(declared));
    const names = all.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    assert.equal(new Set(names).size, names.length);
    for (const { name, meaning } of all) {
      // Those of OpenTelemetry are a standard.
      assert.match(name, /^(IMGD|OTEL)_[A-Z0-9_]+$/);
      assert.match(meaning, /^[A-Z0-9`].*\.$/, name);
    }
  });
});
