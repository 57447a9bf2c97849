import { searchDebounceMs } from '@fornix/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from './messages.ts'

type Props = {
  /** The words that the list is searched for now. */
  value: string
  onSearch: (words: string) => void
}

/** The search box of the list; it asks 300 ms after the last letter. */
export const PatientSearch = ({ value, onSearch }: Props) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const search = useDebouncedCallback((words: string) => {
    sent.current = words
    onSearch(words)
  }, searchDebounceMs)
  // Back, forward and "Clear search" change the address without the box.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    search.cancel()
    setTyped(value)
  }, [value, search])
  return (
    <TextInput
      type="search"
      w={{ base: '100%', sm: 340 }}
      aria-label={messages.list.searchLabel}
      placeholder={messages.list.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
