import { NativeSelect, SegmentedControl } from '@mantine/core'
import { grouped } from '../../platform/base/grouped.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'

const counted = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${grouped(count)})`

type Props<V extends string> = {
  label: string
  all: string
  /** Of all views together, once known. */
  total: number | undefined
  views: readonly V[]
  names: Record<V, string>
  counts: Record<V, number> | undefined
  value: V | undefined
  /** An empty string means all. */
  onChange: (view: string) => void
}

/** Chooses a part of a list and shows how many rows each part has: on one line, even on a phone. */
export const ViewChoice = <V extends string>({
  label,
  all,
  total,
  views,
  names,
  counts,
  value,
  onChange,
}: Props<V>) => {
  const wide = useAtLeast('36em')
  const choice = {
    'aria-label': label,
    data: [
      { value: '', label: counted(all, total) },
      ...views.map((view) => ({ value: view, label: counted(names[view], counts?.[view]) })),
    ],
    value: value ?? '',
  }
  return wide ? (
    <SegmentedControl {...choice} onChange={onChange} />
  ) : (
    <NativeSelect {...choice} size="md" w="100%" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  )
}
