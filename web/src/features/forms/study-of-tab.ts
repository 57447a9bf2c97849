import { getDraft } from '@fornix/contract'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'

/** Under which name an unsent form is kept. */
export const draftName = 'authForm'

export type Study = { id: string; date: string }
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const ofTab = (): Study => ({
  id: (sessionStorage.getItem('studyId') ?? '').trim(),
  date: sessionStorage.getItem('studyDate') ?? '',
})

/**
 * For which scan the form is: the tab's session storage says it. A tab whose session was lost has none any more; then the kept
 * form does. Undefined while that is asked, null when nothing says it.
 */
export const useStudy = (): Study | null | undefined => {
  const [study] = useState(ofTab)
  const kept = useCall(getDraft, { params: { form: draftName } }, { enabled: study.id === '' })
  if (study.id) return study
  if (kept.isPending) return undefined
  const values = kept.data?.draft?.values
  const id = text(values?.['studyId'])
  return id ? { id, date: text(values?.['studyDate']) } : null
}
