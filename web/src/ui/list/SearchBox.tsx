import { searchDebounceMs } from '@fornix/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  placeholder: string
  /** The words that the list is searched for now. */
  value: string
  onSearch: (words: string) => void
}

/** The search box of a list; it asks 300 ms after the last letter. */
export const SearchBox = ({ label, placeholder, value, onSearch }: Props) => {
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
  // Enter goes into what was found; while it is not yet asked for, it asks.
  const askFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === sent.current) return
    search.flush()
    event.stopPropagation()
  }
  return (
    <TextInput
      type="search"
      flex={{ base: '1 1 180px', sm: '0 0 340px' }}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onKeyDown={askFirst}
      // Asked for later, it would take the address of the page that a press on a link leads to.
      onBlur={() => search.flush()}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
