import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const policy = '/usr/sbin/policy-rc.d'

/** Whether packages can be installed here: as root, on Debian or its kin. */
const possible = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Some packages start a server that listens to everybody: this is Debian's way to say that none is to be started. */
const withoutServices = (work) => {
  if (existsSync(policy)) return work()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return work()
  } finally {
    rmSync(policy)
  }
}

/** Installs packages of Debian; false where that cannot be done or fails. */
export const installFromDebian = (...packages) => {
  if (!possible()) return false
  console.log(`Installing ${packages.join(', ')} …`)
  const apt = (...words) =>
    execFileSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update', '-qq')
    withoutServices(() => apt('install', '-y', '-qq', '--no-install-recommends', ...packages))
    return true
  } catch {
    return false
  }
}
