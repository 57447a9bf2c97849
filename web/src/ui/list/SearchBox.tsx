import { searchDebounceMs } from '@fornix/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  placeholder: string
  /** The current search text. */
  value: string
  onSearch: (words: string) => void
}

/** The search box of a list; it searches 300 ms after the last keystroke. */
export const SearchBox = ({ label, placeholder, value, onSearch }: Props) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const search = useDebouncedCallback((words: string) => {
    sent.current = words
    onSearch(words)
  }, searchDebounceMs)
  // Back, forward and "Clear search" change the address without this box.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    search.cancel()
    setTyped(value)
  }, [value, search])
  // Enter opens what was found; while the search is pending, it starts it instead.
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
      // If delayed, it would overwrite the address of a link that was just clicked.
      onBlur={() => search.flush()}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
