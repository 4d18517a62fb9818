"""S3: Activation of S? by what happens near them."""
