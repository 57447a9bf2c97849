import {
  type CareMessage,
  countMyMessages,
  countThreads,
  getMyThread,
  getThread,
  listMyThreads,
  listPatientThreads,
  listThreads,
  markMyThreadSeen,
  markThreadSeen,
} from '@fornix/contract'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSend } from '../../platform/calls/api.ts'

export const patientCalls = [listMyThreads, countMyMessages, getMyThread]
export const staffCalls = [listThreads, countThreads, listPatientThreads, getThread]

/** Says once that messages of the other side are on a screen that somebody can see. */
export const useMarkSeen = (thread: string, shown: readonly CareMessage[] | undefined, isPatient: boolean) => {
  const visibility = useDocumentVisibility()
  const { mutate } = useSend(isPatient ? markMyThreadSeen : markThreadSeen, {
    refreshes: isPatient ? patientCalls : staffCalls,
  })
  const through = shown?.findLast(({ by_patient, seen_at }) => by_patient !== isPatient && seen_at === null)?.message_id
  useEffect(() => {
    if (through && visibility === 'visible') mutate({ params: { thread }, body: { through } })
  }, [thread, through, visibility, mutate])
}
