/** The series of a case, in the notation of promtool: `5+1x30` is 5, 6, … 35, one value a minute. */
type Series = Readonly<Record<string, string>>;

/** When an alert fires, and a state near to it in which it does not; looked at after `minutes`. */
interface AlertCase {
  minutes: number;
  fires: Series;
  quiet: Series;
}

const ok = 'imgd_responses_total{instance="a",status="200",route_group="upload"}';
const failed = 'imgd_responses_total{instance="a",status="503",route_group="upload"}';
const disk = (name: string, place = 'data') => `imgd_disk_${name}_bytes{instance="a",place="${place}"}`;
const bucket = (le: string) =>
  `imgd_request_duration_seconds_bucket{instance="a",method="POST",route="/api/v1/upload",status="200",le="${le}"}`;

export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  ImgdDown: {
    minutes: 5,
    fires: { 'up{job="imgd",instance="a"}': '1 1 0x10' },
    quiet: { 'up{job="imgd",instance="a"}': '1x10', 'up{job="other",instance="a"}': '0x10' },
  },
  ImgdRestarts: {
    minutes: 16,
    fires: { 'process_start_time_seconds{job="imgd",instance="a"}': '1x4 2x4 3x4 4x4' },
    quiet: { 'process_start_time_seconds{job="imgd",instance="a"}': '1x8 2x12' },
  },
  ImgdPartDown: {
    minutes: 5,
    fires: { 'imgd_health{part="storage"}': '1 0x10' },
    quiet: { 'imgd_health{part="storage"}': '1 0 1x10', 'imgd_health{part="limits"}': '0.5x10' },
  },
  ImgdPartDegraded: {
    minutes: 20,
    fires: { 'imgd_health{part="storage"}': '0.5x30' },
    quiet: { 'imgd_health{part="storage"}': '0.5x10 1x20' },
  },
  ImgdErrors: {
    minutes: 15,
    fires: { [ok]: '0+600x20', [failed]: '0+60x20' },
    // One in a hundred.
    quiet: { [ok]: '0+600x20', [failed]: '0+6x20' },
  },
  ImgdUploadsSlow: {
    minutes: 40,
    fires: { [bucket('5')]: '0+10x50', [bucket('30')]: '0+100x50', [bucket('+Inf')]: '0+100x50' },
    quiet: { [bucket('5')]: '0+99x50', [bucket('30')]: '0+100x50', [bucket('+Inf')]: '0+100x50' },
  },
  ImgdOverloaded: {
    minutes: 20,
    fires: { 'imgd_refusals_total{code="SERVICE_UNAVAILABLE"}': '0+60x30' },
    quiet: {
      'imgd_refusals_total{code="SERVICE_UNAVAILABLE"}': '0+1x30',
      'imgd_refusals_total{code="INVALID_IMAGE"}': '0+600x30',
    },
  },
  ImgdVersionsDiffer: {
    minutes: 70,
    fires: { 'imgd_build_info{version="1",instance="a"}': '1x90', 'imgd_build_info{version="2",instance="b"}': '1x90' },
    quiet: { 'imgd_build_info{version="1",instance="a"}': '1x90', 'imgd_build_info{version="1",instance="b"}': '1x90' },
  },
  ImgdDiskNearlyFull: {
    minutes: 10,
    fires: { [disk('free')]: '9x20', [disk('total')]: '100x20' },
    quiet: { [disk('free')]: '30x20', [disk('total')]: '100x20', [disk('free', 'blobs')]: '9x20' },
  },
  ImgdDiskFullSoon: {
    minutes: 450,
    fires: { [disk('free')]: '4500-4x500', [disk('total')]: '10000x500' },
    // Ten days are left.
    quiet: { [disk('free')]: '4500-0.3x500', [disk('total')]: '10000x500' },
  },
  ImgdStoreErrors: {
    minutes: 20,
    fires: { 'imgd_store_errors_total{operation="PutObject"}': '0+60x30' },
    quiet: { 'imgd_store_errors_total{operation="PutObject"}': '0+1x30' },
  },
  ImgdDamagedBlobs: {
    minutes: 2,
    fires: { imgd_damaged_blobs: '0 1x5' },
    quiet: { imgd_damaged_blobs: '0x5' },
  },
  ImgdBackupFailed: {
    minutes: 2,
    fires: { imgd_backup_failed: '0 1x5' },
    quiet: { imgd_backup_failed: '0x5' },
  },
  ImgdBackupOld: {
    minutes: 15,
    fires: { imgd_backup_age_seconds: '173000+60x20' },
    quiet: { imgd_backup_age_seconds: '86400+60x20' },
  },
  ImgdDecodersKilled: {
    minutes: 16,
    fires: { 'imgd_decoders_lost_total{kind="killed"}': '0x5 5x15', 'imgd_decoders_lost_total{kind="crash"}': '0x20' },
    quiet: { 'imgd_decoders_lost_total{kind="killed"}': '0x20', 'imgd_decoders_lost_total{kind="crash"}': '0x5 5x15' },
  },
  ImgdSandboxMissing: {
    minutes: 15,
    fires: { 'imgd_decoder_sandbox{kind="none"}': '1x20' },
    quiet: { 'imgd_decoder_sandbox{kind="none"}': '0x20', 'imgd_decoder_sandbox{kind="bubblewrap"}': '1x20' },
  },
  ImgdJobsDead: {
    minutes: 2,
    fires: { 'imgd_jobs{kind="purge-edge",state="dead"}': '0 1x5' },
    quiet: {
      'imgd_jobs{kind="purge-edge",state="dead"}': '0x5',
      'imgd_jobs{kind="purge-edge",state="waiting"}': '9x5',
    },
  },
  ImgdJobsLate: {
    minutes: 10,
    fires: { 'imgd_oldest_job_seconds{kind="purge-edge"}': '4000x20' },
    quiet: { 'imgd_oldest_job_seconds{kind="purge-edge"}': '3000x20' },
  },
  ImgdPurgesLate: {
    minutes: 10,
    fires: { imgd_purge_lag_seconds: '0+60x20' },
    quiet: { imgd_purge_lag_seconds: '0 200 0x20' },
  },
  ImgdWebhooksLate: {
    minutes: 15,
    fires: { imgd_webhook_oldest_seconds: '30000x20' },
    quiet: { imgd_webhook_oldest_seconds: '20000x20' },
  },
  ImgdDatabaseBusy: {
    minutes: 10,
    fires: { imgd_database_waiting: '20x20' },
    quiet: { imgd_database_waiting: '20 0 20 0 20 0x20' },
  },
  ImgdRedisDown: {
    minutes: 10,
    fires: { imgd_redis_up: '0x20' },
    quiet: { imgd_redis_up: '1 0 1x20' },
  },
};
