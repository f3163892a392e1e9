# What a picture for a chat says (T-32, T-35)
picture-awaits = Waiting for { $awaited }
picture-nobody = Nobody is awaited: time may flow.
picture-next = Next to land: { $name }, { $at } T
picture-until = until { $until } T
picture-fallen = Fallen: { $names }
picture-fallen-one = { $name } ({ $at } T)
picture-more = and { $count } more, not drawn
picture-unseen = unseen
picture-legend = green hit points, blue willpower
