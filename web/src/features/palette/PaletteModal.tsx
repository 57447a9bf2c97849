import { listPatients, type PatientRow, searchDebounceMs } from '@fornix/contract'
import { Combobox, Group, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUser, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import type { StaffPage } from '../../clinic/shell/staff-pages.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'
import { listAddress } from '../../ui/list/list-address.ts'
import { messages } from './messages.ts'
import classes from './palette.module.css'

/** An action done in place. */
export type PaletteAction = { label: string; icon: TablerIcon; onChoose: () => void }
type Item = PaletteAction & { id: string; hint?: string }
type Props = { opened: boolean; onClose: () => void; pages: readonly StaffPage[]; actions: readonly PaletteAction[] }

const maxPatients = 10
const meets = (label: string, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

type ItemGroup = readonly [label: string, items: Item[]]

const toItem = (row: PatientRow, onOpen: (key: string) => void): Item => ({
  id: row._id,
  label: nameOf(row),
  hint: `${identityOf(row)} · ${row.patient_id}`,
  icon: IconUser,
  onChoose: () => onOpen(row.patient_id),
})

/** The patients found by the search text, once it has been unchanged for a moment. */
const usePatients = (words: string) => {
  const [settled] = useDebouncedValue(words, searchDebounceMs)
  const openRecord = useOpenPatient()
  const query = useCall(
    listPatients,
    { query: { page: 1, page_size: maxPatients, searchQuery: settled } },
    { enabled: settled !== '' },
  )
  const found = words !== '' && settled === words ? (query.data?.patients ?? []) : []
  return {
    patients: found.map((row) => toItem(row, (key) => openRecord(key))),
    alike: found.length > 0 && query.data?.alike === true,
    searching: words !== '' && (settled !== words || query.isFetching),
    failed: query.isError && settled === words && words !== '',
  }
}

type Offered = Pick<Props, 'pages' | 'actions'> & { patients: Item[]; alike: boolean; words: string }
const useGroups = ({ patients, alike, pages, actions, words }: Offered): ItemGroup[] => {
  const navigate = useNavigate()
  const offered = (items: Item[]) => items.filter((item) => meets(item.label, words))
  const pageItems = pages.map(({ to, label, icon }) => ({
    id: to,
    label,
    icon,
    onChoose: () => void navigate(listAddress(to)),
  }))
  const groups: ItemGroup[] = [
    [alike ? messages.alike : messages.patients, patients],
    [messages.pages, offered(pageItems)],
    [messages.actions, offered(actions.map((action) => ({ id: action.label, ...action })))],
  ]
  return groups.filter(([, items]) => items.length > 0)
}

type SearchProps = { listId: string; typed: string; onType: (typed: string) => void; onClose: () => void }

const SearchField = ({ listId, typed, onType, onClose }: SearchProps) => (
  // Mantine would say so only once something was typed.
  <Combobox.EventsTarget withExpandedAttribute aria-expanded aria-controls={listId}>
    <TextInput
      data-autofocus
      size="lg"
      variant="unstyled"
      aria-label={messages.title}
      placeholder={messages.hint}
      leftSection={<IconSearch size={20} aria-hidden />}
      className={classes.search}
      value={typed}
      maxLength={200}
      onChange={(event) => onType(event.currentTarget.value)}
      // The list cannot be closed on its own, so Escape is for the dialog.
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  </Combobox.EventsTarget>
)

const Options = ({ id, groups }: { id: string; groups: readonly ItemGroup[] }) => (
  <Combobox.Options id={id} className={classes.list} aria-label={messages.title}>
    {groups.map(([label, items]) => (
      <Combobox.Group key={label} label={label}>
        {items.map(({ id, label: name, hint, icon: Icon }) => (
          <Combobox.Option key={id} value={id} className={classes.option}>
            <Group gap="sm" wrap="nowrap">
              <Icon size={18} aria-hidden />
              <span className={classes.name}>{name}</span>
              <Text component="span" size="sm" className={classes.hint}>
                {hint}
              </Text>
            </Group>
          </Combobox.Option>
        ))}
      </Combobox.Group>
    ))}
  </Combobox.Options>
)

const Chooser = ({ onClose, pages, actions }: Omit<Props, 'opened'>) => {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const words = typed.trim()
  const { searching, failed, ...found } = usePatients(words)
  const groups = useGroups({ ...found, pages, actions, words })
  const all = groups.flatMap(([, items]) => items)
  const combobox = useCombobox({ opened: true })
  const first = all[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice moves to the top when other things are offered
  useEffect(() => {
    combobox.selectFirstOption()
  }, [words, first])

  const note = failed ? messages.failed : searching ? messages.searching : all.length === 0 ? messages.nothing : ''
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onClose()
        all.find((item) => item.id === id)?.onChoose()
      }}
    >
      <SearchField listId={listId} typed={typed} onType={setTyped} onClose={onClose} />
      <VisuallyHidden role="status">{note || messages.found(all.length)}</VisuallyHidden>
      {note && (
        <Text size="sm" c="dimmed" px="md" pt="sm" aria-hidden>
          {note}
        </Text>
      )}
      <Options id={listId} groups={groups} />
    </Combobox>
  )
}

/** Everything that staff may want next, by its first letters and by keyboard alone. */
export const PaletteModal = ({ opened, onClose, ...chooser }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    withCloseButton={false}
    padding={0}
    size={600}
    yOffset="10vh"
    centered={false}
    aria-label={messages.title}
  >
    <Chooser onClose={onClose} {...chooser} />
  </Modal>
)
