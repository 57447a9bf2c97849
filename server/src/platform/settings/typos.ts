/** How many letters have to be put in, left out or replaced to make one word of the other. */
const distance = (from: string, to: string) => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [across, other] of [...to].entries())
      next.push(Math.min((row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1, (row[across] ?? 0) + +(letter !== other)))
    row = next
  }
  return row[to.length] ?? 0
}

// Short names stand near to words that mean something else: PORT and HOST to each other already.
const longEnough = 7

/** What stands in the environment under a name that is nearly a setting's. */
export const likelyTypos = (names: readonly string[], environment: Record<string, string | undefined>) => {
  const known = names.flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(environment)
    .filter((given) => environment[given] && given.length >= longEnough && !known.includes(given))
    .flatMap((given) => {
      const meant = known.find((name) => name.length >= longEnough && distance(given.toUpperCase(), name) <= 2)
      return meant ? [`${given} is no setting and is not read. Is ${meant} meant?`] : []
    })
}
