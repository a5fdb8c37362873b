/** Picture of an item, loaded without rendering the card again. */
import { useImage } from '../browser/useImage.ts';
import { Tile, type TileProps } from '../design/Tile.tsx';

export interface ItemTileProps {
  title: string;
  /** Address in the catalogue; null without a picture. */
  imageUrl: string | null;
  dimmed: boolean;
  /** Loads the picture at once: for the first row. */
  eager: boolean;
  size?: TileProps['size'];
}

export function ItemTile({ title, imageUrl, dimmed, eager, size }: ItemTileProps) {
  const { ref, source, onError } = useImage<HTMLSpanElement>(imageUrl, eager);
  return (
    <Tile
      ref={ref}
      title={title}
      imageUrl={source}
      onError={onError}
      dimmed={dimmed}
      eager={eager}
      size={size}
    />
  );
}
