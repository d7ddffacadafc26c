import { StatusBar, StyleSheet } from "react-native";

export const look = StyleSheet.create({
  page: { padding: 16, paddingTop: 16 + (StatusBar.currentHeight ?? 0), gap: 24 },
  part: { gap: 8 },
  row: { flexDirection: "row", alignItems: "center", justifyContent: "space-between", gap: 8 },
  title: { fontSize: 20, fontWeight: "600" },
  picture: { width: 75, height: 75, borderRadius: 8 },
});
