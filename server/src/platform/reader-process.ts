/** The other side of `readApart`. What goes wrong here ends the process, and `readApart` tells it. */
process.on('message', async ({ program, input }: { program: string; input: unknown }) => {
  const reader = (await import(program)) as { default: (input: unknown) => unknown }
  process.send?.(await reader.default(input))
})
