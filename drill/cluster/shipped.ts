import { readFile } from 'node:fs/promises'

const deploy = new URL('../../deploy/', import.meta.url)

/** Three machines are three addresses in a network of this run's own. */
export const machines = [1, 2, 3] as const
export type Machine = (typeof machines)[number]

export const network = `10.${200 + Math.floor(Math.random() * 50)}.${1 + Math.floor(Math.random() * 250)}`
export const addressOf = (machine: Machine) => `${network}.1${machine}`
/** Where the proxy stands, and leads to the portal and to the database's leader. */
export const proxy = { host: `${network}.10`, portal: 8443, nginx: 9443, database: 5000 }

type Words = [from: string | RegExp, to: string][]

/** A file that an operator uses, of `deploy/`. What is tried is what is shipped: nothing but addresses, folders and users is replaced. */
export const deployedFile = async (name: string, words: Words) => {
  let text = await readFile(new URL(name, deploy), 'utf8')
  for (const [from, to] of words) {
    const replaced = text.replaceAll(from, to)
    if (replaced === text) throw new Error(`${name} has no ${from}`)
    text = replaced
  }
  return text
}

/** One of the cluster's, for one machine. */
export const shippedFile = async (name: string, words: Words) =>
  (await deployedFile(`cluster/${name}`, words)).replaceAll('10.0.0.', `${network}.`)

/** The file as it is on that machine: the first one is the example. */
export const ofMachine = (text: string, machine: Machine) =>
  text
    .replaceAll(/^(name: |ETCD_NAME=)node-1/gm, `$1node-${machine}`)
    .replaceAll(/^(ETCD_(?:LISTEN|INITIAL_ADVERTISE|ADVERTISE)\w*=\S+|.*# this machine)$/gm, (line) =>
      line.replace(addressOf(1), addressOf(machine)),
    )
