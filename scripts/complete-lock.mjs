// Adds the optional platform packages that the lockfile lacks, by name and exact version only (no integrity is known here).
import fs from 'node:fs'

const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
const all = lock.packages
const oses = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
}
const cpus = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'arm']
for (const key of Object.keys(all))
  for (const [name, version] of Object.entries(all[key].optionalDependencies ?? {})) {
    if (all[`node_modules/${name}`] || all[`${key}/node_modules/${name}`]) continue
    const parts = name.split('/')[1].split('-')
    const os = parts.find((p) => oses[p]),
      cpu = cpus.find((c) => parts.includes(c))
    if (!os || !cpu) throw new Error(name)
    const libc = os !== 'linux' ? undefined : /musl/.test(name) ? ['musl'] : ['glibc']
    all[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(all[key].dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      os: [os],
    }
  }
lock.packages = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en')))
fs.writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
