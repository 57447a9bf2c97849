import { keysOf } from '@fornix/contract'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** The fields of `after` whose value differs from `before`. Only these are sent, so that nobody's other change is overwritten. */
export const changesBetween = <V extends object>(before: V, after: V): Partial<V> => {
  const changes: Partial<V> = {}
  for (const name of keysOf(after)) {
    if (!same(before[name], after[name])) changes[name] = after[name]
  }
  return changes
}

export type Clash<V> = { name: keyof V; theirs: V[keyof V]; mine: V[keyof V]; touched: boolean }

/** Whether only they changed it: not typed over since it was compared, either. */
export const isOnlyTheirs = <V extends object>({ name, mine, touched }: Clash<V>, now: V) =>
  !touched && same(mine, now[name])

/** What was saved elsewhere between `base` and `latest`, beside what the form holds now; `touched` when both changed it. */
export const clashesOf = <V extends object>(base: V, latest: V, mine: V): Clash<V>[] =>
  keysOf(changesBetween(base, latest))
    .filter((name) => !same(latest[name], mine[name]))
    .map((name) => ({ name, theirs: latest[name], mine: mine[name], touched: !same(base[name], mine[name]) }))
