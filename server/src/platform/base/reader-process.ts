import { constants, setPriority } from 'node:os'

// Whoever only looks at something is served first: a file that is made to be costly waits for the processor, not they for it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The other side of `readApart`. What goes wrong here ends the process, and `readApart` tells it. */
process.on('message', async ({ program, input }: { program: string; input: unknown }) => {
  const reader = (await import(program)) as { default: (input: unknown) => unknown }
  process.send?.(await reader.default(input))
})
