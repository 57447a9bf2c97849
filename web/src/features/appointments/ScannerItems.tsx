import type { Scanner } from '@fornix/contract'
import { Menu } from '@mantine/core'
import { ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import type { MenuOfButton } from '../../ui/dialog/use-menu-button.ts'
import { messages } from './day-sheet-messages.ts'

const texts = messages.move

type Props = MenuOfButton & { free: readonly Scanner[]; onMove: (to: Scanner) => void }

/** The scanners to which a visit can move. */
export const ScannerItems = ({ button, free, onMove, ...menu }: Props) => (
  <Menu position="bottom-end" withinPortal {...menu}>
    <Menu.Target>
      <ButtonTarget button={button} />
    </Menu.Target>
    <Menu.Dropdown>
      {free.length === 0 && (
        // Not disabled: the menu's arrow keys would skip it unread.
        <Menu.Item aria-disabled c="dimmed">
          {texts.none}
        </Menu.Item>
      )}
      {free.map((scanner) => (
        <Menu.Item key={scanner.id} onClick={() => onMove(scanner)}>
          {texts.to(scanner.name, scanner.room)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
