import { Input, NativeSelect, Text } from '@mantine/core'
import type { Series } from '../dicomweb.ts'
import { groupNames, stepName } from '../part-words.ts'
import { nameOf } from '../SeriesChooser.tsx'
import styles from './compare.module.css'
import type { Which } from './link.ts'
import type { Side } from './use-side.ts'
import { words } from './words.ts'

type Scan = { study: string; name: string }
type Props = {
  which: Which
  side: Side
  /** The scans to choose from; the first side keeps its own. */
  scans: readonly Scan[]
  study: string
  onScan?: (study: string) => void
  all: readonly Series[]
  onSeries: (series: string) => void
}

/** Scan, series and part of one side. */
export const SideChooser = ({ which, side, scans, study, onScan, all, onSeries }: Props) => {
  const { groups, parts, part, setPart } = side
  const names = groupNames(groups)
  const partNames = groups.flatMap(({ steps }, n) =>
    steps.map((step) => ({ step, name: [names[n], stepName(step)].filter(Boolean).join(', ') })),
  )
  const label = (what: string) => `${what} (${words.side(which).toLowerCase()})`
  return (
    <div className={styles.choosers}>
      {onScan ? (
        <NativeSelect
          size="xs"
          label={label(words.scan)}
          data={[
            ...(study === '' ? [{ value: '', label: words.chooseScan }] : []),
            ...scans.map(({ study, name }) => ({ value: study, label: name })),
          ]}
          value={study}
          onChange={({ currentTarget }) => onScan(currentTarget.value)}
        />
      ) : (
        <Input.Wrapper size="xs" label={label(words.scan)} labelElement="div">
          <Text size="xs">{scans.find((scan) => scan.study === study)?.name}</Text>
        </Input.Wrapper>
      )}
      {all.length > 0 && (
        <NativeSelect
          size="xs"
          label={label(words.series)}
          data={all.map((series) => ({ value: series.uid, label: nameOf(series) }))}
          value={side.series.uid}
          onChange={({ currentTarget }) => onSeries(currentTarget.value)}
        />
      )}
      {parts.length > 1 && part && (
        <NativeSelect
          size="xs"
          label={label(words.part)}
          data={partNames.map(({ name }, n) => ({ value: String(n), label: name }))}
          value={String(partNames.findIndex(({ step }) => step === part))}
          onChange={({ currentTarget }) => {
            const chosen = partNames[Number(currentTarget.value)]
            if (chosen) setPart(chosen.step)
          }}
        />
      )}
    </div>
  )
}
