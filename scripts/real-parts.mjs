import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

/** Programs that tests talk to where they are installed. Tests that miss one count as skipped. */
const testParts = [
  { name: 'PgBouncer, a pooler', packages: ['pgbouncer'], file: '/usr/sbin/pgbouncer' },
  { name: 'PostgreSQL 15 of Debian', packages: ['postgresql-15'], file: '/usr/lib/postgresql/15/bin/postgres' },
  { name: 'Orthanc, a PACS', packages: ['orthanc', 'orthanc-dicomweb', 'orthanc-gdcm'], file: '/usr/sbin/Orthanc' },
  {
    name: 'Swift, an S3 server',
    packages: ['python3-swift'],
    file: '/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py',
  },
  { name: 'ClamAV, a virus scanner', packages: ['clamav-daemon', 'clamav-base'], file: '/usr/sbin/clamd' },
  {
    name: 'rsyslog, a syslog server',
    packages: ['rsyslog', 'rsyslog-openssl'],
    file: '/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_ossl.so',
  },
  { name: 'nginx, the reverse proxy', packages: ['nginx-light'], file: '/usr/sbin/nginx' },
  { name: 'docker-compose, which reads compose files', packages: ['docker-compose'], file: '/usr/bin/docker-compose' },
  { name: 'dcmtk, which draws and compresses DICOM', packages: ['dcmtk'], file: '/usr/bin/dcm2pnm' },
  { name: 'gdcmconv, which compresses DICOM in JPEG 2000', packages: ['libgdcm-tools'], file: '/usr/bin/gdcmconv' },
  {
    name: 'pydicom, whose samples are stored',
    packages: ['python3-pydicom'],
    file: '/usr/lib/python3/dist-packages/pydicom/data/test_files/CT_small.dcm',
  },
  { name: 'oathtool, an authenticator app', packages: ['oathtool'], file: '/usr/bin/oathtool' },
  { name: 'pdfsig, which checks signatures of PDFs', packages: ['poppler-utils'], file: '/usr/bin/pdfsig' },
  { name: 'promtool, which checks alerts', packages: ['prometheus'], file: '/usr/bin/promtool' },
  { name: 'pgBackRest, an archive of WAL', packages: ['pgbackrest'], file: '/usr/bin/pgbackrest' },
  { name: 'dciodvfy, a validator of DICOM', packages: ['dicom3tools'], file: '/usr/bin/dciodvfy' },
]

/** What a cluster is made of: for its drill alone. */
const clusterParts = [
  { name: 'HAProxy', packages: ['haproxy'], file: '/usr/sbin/haproxy' },
  { name: 'Patroni', packages: ['patroni'], file: '/usr/bin/patroni' },
  { name: 'etcd', packages: ['etcd-server'], file: '/usr/bin/etcd' },
  { name: 'faketime, a clock that is wrong', packages: ['faketime'], file: '/usr/bin/faketime' },
  { name: 'strace, which slows a disk down', packages: ['strace'], file: '/usr/bin/strace' },
]

export const prepareClusterParts = () => prepareRealParts(clusterParts)

/** Installs what is missing and can be; says what stays missing, because its tests are then skipped. */
export const prepareRealParts = (parts = testParts) => {
  const missing = () => parts.filter(({ file }) => !existsSync(file))
  const packages = missing().flatMap((part) => part.packages)
  if (packages.length > 0) installFromDebian(...packages)
  for (const { name, packages } of missing())
    console.log(`SKIPPED: the tests with ${name}; install ${packages.join(' ')} to run them.`)
}
