// Waits for an address to answer, for half a minute.
import { setTimeout as pause } from 'node:timers/promises'

const [address] = process.argv.slice(2)
const answers = () =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
for (let tries = 0; tries < 60; tries++) {
  if (await answers()) process.exit(0)
  await pause(500)
}
process.exit(1)
