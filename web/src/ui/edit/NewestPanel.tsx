import { Suspense } from 'react'
import { LoadingState } from '../state/LoadingState.tsx'
import { lazyPart } from '../state/lazy-part.tsx'
import type { ConflictWords } from './messages.ts'
import type { Newest } from './use-newest.ts'

const ConflictPanel = lazyPart(async () => (await import('./ConflictPanel.tsx')).ConflictPanel)

type Props<V> = {
  newest: Newest<V>
  labels: Record<keyof V, string>
  /** A value as the reader knows it; as it is, unless said. */
  shown?: (name: keyof V, value: unknown) => unknown
  words?: ConflictWords
  /** Sends the form once more. */
  again: () => Promise<void>
}

/** What was saved elsewhere meanwhile beside what was typed, in a form of a few fields. */
export const NewestPanel = <V extends object>({
  newest,
  labels,
  shown = (_, value) => value,
  words,
  again,
}: Props<V>) =>
  newest.clashes.length > 0 && (
    <Suspense fallback={<LoadingState rows={2} />}>
      <ConflictPanel
        clashes={newest.clashes.map(({ name, theirs, mine, touched }) => ({
          label: labels[name],
          theirs: shown(name, theirs),
          mine: shown(name, mine),
          touched,
        }))}
        {...(words && { words })}
        onKeepMine={() => {
          newest.keepMine()
          void again()
        }}
        onTakeTheirs={newest.takeTheirs}
      />
    </Suspense>
  )
