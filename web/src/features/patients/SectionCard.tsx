import type { ComponentProps } from 'react'
import { ForPerson } from '../../clinic/shell/ForPerson.tsx'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import type { Values } from '../../ui/edit/use-record-edit.ts'
import { messages } from './messages.ts'

type Props<V extends Values> = Omit<ComponentProps<typeof EditCard<V>>, 'title' | 'editLabel' | 'note'> & {
  section: keyof typeof messages.editLabels
}

/** A section of a patient's record: shown, and edited in place. */
export const SectionCard = <V extends Values>({ section, ...props }: Props<V>) => (
  <EditCard
    {...props}
    title={messages.sections[section]}
    editLabel={messages.editLabels[section]}
    note={<ForPerson />}
  />
)
