/** The picture of an item, or its letter; a picture that arrives draws nothing else of the card again. */
import { useImage } from '../../browser/useImage.ts';
import { Tile } from '../../design/Tile.tsx';

export interface ItemTileProps {
  title: string;
  /** As the catalogue knows it; null without a picture. */
  imageUrl: string | null;
  dimmed: boolean;
  /** True for the first row: its picture is loaded at once. */
  eager: boolean;
}

export function ItemTile({ title, imageUrl, dimmed, eager }: ItemTileProps) {
  const { ref, source, onError } = useImage<HTMLSpanElement>(imageUrl, eager);
  return (
    <Tile
      ref={ref}
      title={title}
      imageUrl={source}
      onError={onError}
      dimmed={dimmed}
      eager={eager}
    />
  );
}
