curl {{ token }} \
  --data-urlencode grant_type=authorization_code \
  --data-urlencode "code=$CODE" \
  --data-urlencode "code_verifier=$CODE_VERIFIER" \
  --data-urlencode client_id={{ api_key }} \
  --data-urlencode {{ redirect_uri }}
