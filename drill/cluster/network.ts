import { execFileSync } from 'node:child_process'
import { addressOf, type Machine, machines, network, proxy } from './shipped.ts'

const ip = (...words: string[]) => execFileSync('/usr/sbin/ip', words, { stdio: 'ignore' })
/** A device's name has 15 letters at most. */
const tag = network.split('.').slice(1).join('-')
const bridge = `fx-${tag}`
const nameOf = (machine: Machine) => `${bridge}-${machine}`

/** What runs after these words runs on that machine. */
export const on = (machine: Machine) => ['/usr/sbin/ip', 'netns', 'exec', nameOf(machine)]

const connect = (machine: Machine) => {
  const [name, inside] = [nameOf(machine), ['-n', nameOf(machine)]]
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', name, 'master', bridge, 'up')
  ip(...inside, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) ip(...inside, 'link', 'set', device, 'up')
}

const remove = async () => {
  for (const machine of machines) {
    try {
      ip('netns', 'del', nameOf(machine))
    } catch {}
  }
  try {
    ip('link', 'del', bridge)
  } catch {}
}

/** Three machines with a network of their own, whose cables can be pulled. Undefined where none can be made. */
export const startNetwork = async () => {
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${proxy.host}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const machine of machines) connect(machine)
  } catch {
    await remove()
    return undefined
  }
  return {
    cut: (machine: Machine) => {
      ip('link', 'set', nameOf(machine), 'down')
      return () => ip('link', 'set', nameOf(machine), 'up')
    },
    stop: remove,
  }
}
export type Network = NonNullable<Awaited<ReturnType<typeof startNetwork>>>
