import { approveScanRequests, type BulkLine, declineScanRequests, maxBulk, type PendingRequest } from '@fornix/contract'
import { Button, List, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { BulkDialog } from '../../clinic/records/BulkDialog.tsx'
import { BulkResults } from '../../clinic/records/BulkResults.tsx'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { messages as base } from '../../platform/base/messages.ts'
import { send } from '../../platform/calls/api.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { SelectionBar } from '../../ui/list/SelectionBar.tsx'
import type { Selected } from '../../ui/list/use-selection.ts'
import { keyOf, nameOf, type Request, whyForm } from './DecisionModal.tsx'
import { GroundField } from './GroundField.tsx'
import { messages } from './messages.ts'
import { ReasonField } from './ReasonField.tsx'
import { refreshRequests } from './refresh-requests.ts'

const texts = messages.many
type Kind = 'approve' | 'decline'
type Row = Request & Pick<PendingRequest, 'request_id' | 'form_file_id' | 'needs_countersign' | 'is_moved'>
type Props = { selected: Selected<Row>; total: number }

/** Opens or declines the selected requests, each by itself; a refusal needs one ground and one reason for all. */
export const DecideSelected = ({ selected, total }: Props) => {
  const [kind, setKind] = useState<Kind>()
  /** Those that the dialog lists; the list behind it may change. */
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const form = useForm(whyForm(kind))
  const [results, setResults] = useState<{ kind: Kind; lines: readonly BulkLine[] }>()
  const { count, rows, clear } = selected
  const requests = chosen.map(({ email, studyId, request_id, form_file_id }) => ({
    email,
    studyId,
    request_id,
    form_file_id,
  }))
  const moved = chosen.filter((row) => row.is_moved).length
  const notYet = chosen.filter((row) => row.needs_countersign && !row.is_moved).length
  const open = (next: Kind) => {
    form.reset()
    setChosen(rows)
    setKind(next)
  }
  const run = () => {
    if (kind === 'approve') return send(approveScanRequests, { body: { requests } }, { endless: true })
    const { ground, reason } = form.values
    if (form.validate().hasErrors || !ground) return undefined
    return send(declineScanRequests, { body: { requests, ground, reason } }, { endless: true })
  }
  const isTooMany = count > maxBulk
  return (
    <>
      <SelectionBar selected={selected} total={total} note={isTooMany ? base.selection.tooMany(maxBulk) : undefined}>
        <Button size="compact-sm" disabled={isTooMany} onClick={() => open('approve')}>
          {texts.approve.button}
        </Button>
        <Button size="compact-sm" variant="light" color="red" disabled={isTooMany} onClick={() => open('decline')}>
          {texts.decline.button}
        </Button>
      </SelectionBar>
      {kind && (
        <BulkDialog
          title={texts[kind].title(chosen.length)}
          confirm={texts[kind].confirm(chosen.length)}
          grave={kind === 'decline'}
          run={run}
          onClose={() => setKind(undefined)}
          onDone={(response) => {
            setKind(undefined)
            setResults({ kind, lines: response.lines })
          }}
          refresh={refreshRequests}
        >
          <Text>{texts[kind].text}</Text>
          <List size="sm" mah={200} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={texts.whose}>
            {chosen.map((row) => (
              <List.Item key={keyOf(row)}>
                <WholeFacts>
                  {[messages.ofScan(nameOf(row), studyDate(row.studyDate)), shortIdentityOf(row)].join(' · ')}
                </WholeFacts>
              </List.Item>
            ))}
          </List>
          {kind === 'approve' && moved > 0 && <Text>{texts.approve.moved(moved)}</Text>}
          {kind === 'approve' && notYet > 0 && <Text>{texts.approve.notYet(notYet)}</Text>}
          {kind === 'decline' && (
            <>
              <GroundField {...form.getInputProps('ground')} value={form.values.ground} />
              <ReasonField {...form.getInputProps('reason')} />
            </>
          )}
        </BulkDialog>
      )}
      {results && (
        <BulkResults
          lines={results.lines}
          done={texts[results.kind].done}
          onClose={() => {
            setResults(undefined)
            clear()
          }}
        />
      )}
    </>
  )
}
