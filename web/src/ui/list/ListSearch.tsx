import { SearchBox } from './SearchBox.tsx'
import { useListParams } from './use-list-params.ts'

/** A list's search, kept in the address; a new search starts on the first page. */
export const ListSearch = ({ words }: { words: { searchLabel: string; search: string } }) => {
  const { searchQuery, set } = useListParams()
  return (
    <SearchBox
      label={words.searchLabel}
      placeholder={words.search}
      value={searchQuery}
      onSearch={(typed) => set({ searchQuery: typed, page: 1 })}
    />
  )
}
