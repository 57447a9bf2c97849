import { constants, getPriority, setPriority } from 'node:os'

// Users who only view something go first: a file crafted to be costly waits for the CPU instead of making them wait.
// Only root may raise a priority, which this would do where the portal itself runs at a lower one.
if (getPriority() < constants.priority.PRIORITY_BELOW_NORMAL) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The other side of `readInProcess`. An error here ends the process, and `readInProcess` reports it. */
process.on('message', async ({ program, input }: { program: string; input: unknown }) => {
  const reader = (await import(program)) as { default: (input: unknown) => unknown }
  process.send?.(await reader.default(input))
})
