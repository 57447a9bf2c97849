import { editDistance } from '../base/edit-distance.ts'

// Short names resemble words that mean something else: PORT and HOST already resemble each other.
const longEnough = 7

/** Environment variables whose name is nearly that of a setting. */
export const likelyTypos = (names: readonly string[], environment: Record<string, string | undefined>) => {
  const settingNames = names.flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(environment)
    .filter((given) => environment[given] && given.length >= longEnough && !settingNames.includes(given))
    .flatMap((given) => {
      const written = given.toUpperCase()
      const meant = settingNames.find(
        (name) => written === `FORNIX_${name}` || (name.length >= longEnough && editDistance(written, name) <= 2),
      )
      return meant ? [`${given} is no setting and is not read. Is ${meant} meant?`] : []
    })
}
